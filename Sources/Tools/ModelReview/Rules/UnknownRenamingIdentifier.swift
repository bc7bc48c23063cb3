import ManagedModel
import ModelComparison

extension LintRule {
  static let unknownRenamingIdentifier = LintRule(
    "unknown-renaming-identifier",
    code: "V106",
    .warning,
    summary:
      "The renaming identifier of a new part is a name of an earlier version, and is used once.",
    rationale: """
      Migration looks the identifier up in the old version. If a part is new and its
      identifier matches nothing, the rename is a removal and an addition: the data is
      deleted silently. Two parts with one identifier compete for the same data. (A part
      that an earlier version has under its name may carry an identifier for a later one
      to refer to.)
      """,
    remedy:
      "Set the identifier to the previous name of the part.",
    example: "<attribute name=\"fullName\" attributeType=\"String\" elementID=\"nmae\"/>",
    check: .versions { pass in
      pass.reportSharedIdentifiers()
      pass.reportUnknownIdentifiers()
    }
  )
}

extension LintPass {
  /// Reports two entities, or two properties of one entity, with the same identifier.
  fileprivate mutating func reportSharedIdentifiers() {
    reportShared(entities.map { ($0.entity.renamingIdentifier, $0.name, .entity($0)) })
    for entity in entities {
      reportShared(
        entity.entity.properties.enumerated().map { position, property in
          let location = PropertyLocation(entity: entity.index, property: position)
          return (
            property.renamingIdentifier, property.name, .property(at: location, in: resolved)
          )
        }
      )
    }
  }

  private mutating func reportShared(
    _ parts: [(identifier: String?, name: String, element: LintElement)]
  ) {
    var first: [String: (name: String, element: LintElement)] = [:]
    for (identifier, name, element) in parts {
      guard let identifier, !identifier.isEmpty else { continue }
      guard let earlier = first[identifier] else {
        first[identifier] = (name, element)
        continue
      }
      report(
        "'\(name)' has the renaming identifier '\(identifier)' of '\(earlier.name)'",
        at: element,
        attribute: "elementID",
        related: [.init(message: "the other one is here", source: earlier.element.source)]
      )
    }
  }

  fileprivate mutating func reportUnknownIdentifiers() {
    guard !subject.earlier.isEmpty else { return }
    let history = RenamingHistory(subject)
    for part in history.parts where part.standing == .unknown {
      report(
        "no earlier version has \(part.kind) '\(part.identifier)' for \(part.title) to be renamed from",
        at: part.element,
        attribute: "elementID"
      )
    }
  }
}
