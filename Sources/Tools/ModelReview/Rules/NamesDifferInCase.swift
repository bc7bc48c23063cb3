import ManagedModel

extension LintRule {
  static let namesDifferInCase = LintRule(
    "names-differ-in-case",
    code: "M003",
    .warning,
    summary: "No two names of one kind differ in case only.",
    rationale: """
      SQL ignores the case of names, and so do the file systems of most Macs: there, two such entities become
      one generated file or one table, and two such properties one column. Names that are identical are an
      error whenever a model is read.
      """,
    remedy: "Rename one of them, with the old name as its renaming identifier.",
    example: """
      <attribute name="userID" attributeType="String"/>
      <attribute name="userId" attributeType="String"/>
      """,
    check: .model(check)
  )

  @Sendable private static func check(_ pass: inout LintPass) {
    pass.reportCaseTwins(pass.entities.map { ($0.name, .entity($0)) }, kind: "entity")
    for entity in pass.entities {
      pass.reportCaseTwins(
        entity.entity.properties.indices.map { position in
          let location = PropertyLocation(entity: entity.index, property: position)
          return (
            entity.entity.properties[position].name,
            .property(at: location, in: pass.resolved)
          )
        },
        kind: "property of '\(entity.name)'"
      )
    }
    pass.reportCaseTwins(
      pass.model.configurations.map { ($0.name, .part($0.source)) },
      kind: "configuration"
    )
  }
}

extension LintPass {
  fileprivate mutating func reportCaseTwins(
    _ named: [(name: String, element: LintElement)],
    kind: String
  ) {
    var first: [String: (name: String, element: LintElement)] = [:]
    for (name, element) in named where !name.isEmpty {
      let folded = name.lowercased()
      guard let earlier = first[folded] else {
        first[folded] = (name, element)
        continue
      }
      guard earlier.name != name else { continue }
      report(
        "the \(kind) '\(name)' differs from '\(earlier.name)' in case only",
        at: element,
        related: [.init(message: "the other one is here", source: earlier.element.source)]
      )
    }
  }
}
