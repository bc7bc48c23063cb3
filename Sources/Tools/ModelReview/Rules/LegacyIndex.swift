import ManagedModel

extension LintRule {
  static let legacyIndex = LintRule(
    "legacy-index",
    code: "A510",
    .warning,
    summary: "Indexes are fetch indexes.",
    rationale: """
      The 'indexed' flag and compound indexes are from before Xcode 9. Its editor no longer shows them, so they are easily missed.
      """,
    remedy: "Turn them into fetch indexes; --fix does. Version hashes stay as they are.",
    example: "<attribute name=\"email\" attributeType=\"String\" indexed=\"YES\"/>",
    isFixable: true,
    check: .model { pass in
      for entity in pass.entities {
        for (position, property) in entity.entity.properties.enumerated() where property.isFlagged {
          let location = PropertyLocation(entity: entity.index, property: position)
          pass.report(
            "'\(entity.name).\(property.name)' is indexed by the flag of old models",
            at: .property(at: location, in: pass.resolved),
            attribute: "indexed",
            edits: [.replaceFlagWithIndex(location)]
          )
        }
        for index in entity.entity.compoundIndexes ?? [] {
          let names = index.members.map { "'\($0.name)'" }.joined(separator: ", ")
          pass.report(
            "'\(entity.name)' has a compound index of old models over \(names)",
            at: .part(index.source, of: entity),
            attribute: nil,
            edits: [.replaceCompoundIndexes(entity: entity.index)]
          )
        }
      }
    }
  )
}

extension Property {
  /// Whether the property has the old `indexed` flag.
  fileprivate var isFlagged: Bool {
    switch self {
    case .attribute(let attribute): attribute.isIndexed
    case .relationship(let relationship): relationship.isIndexed
    case .fetchedProperty: false
    }
  }
}
