import ManagedModel
import ModelComparison

/// The version with which rules compare a model: the released
/// one, or the one on another branch.
package struct LintBase: Sendable {
  /// The name of the other side in reports, such as that of a revision.
  package let title: String

  /// The differences between it and the model.
  package let diff: ModelDiff

  /// Its versions that are no longer the same.
  package let shipped: [ShippedVersionBreak]

  /// The files of the present versions, by the names of the versions.
  package let paths: [String: String]

  package init(
    title: String,
    diff: ModelDiff,
    shipped: [ShippedVersionBreak] = [],
    paths: [String: String] = [:]
  ) {
    self.title = title
    self.diff = diff
    self.shipped = shipped
    self.paths = paths
  }
}

extension LintPass {
  /// Reports the changes since the base that break the rule.
  mutating func reportChanges() {
    guard let base = subject.base else { return }
    let elements = ChangedElements(base.diff)
    for change in base.diff.changes {
      for fault in change.faults where fault.rule.id == rule.id {
        report(
          Self.message(change, fault),
          at: elements.element(of: change),
          hint: fault.judgement.advice
        )
      }
    }
  }

  private static func message(_ change: Change, _ fault: ChangeFault) -> String {
    var text = "the \(change.element.kind.rawValue) '\(change.element.name)'"
    if let field = fault.field {
      text += ": \(field.title) \(field.old ?? "none") → \(field.new ?? "none")"
    } else {
      text += " is \(change.action.word)"
    }
    return fault.judgement.remark.map { "\(text); \($0)" } ?? text
  }

  /// Reports the versions that are no longer the same.
  mutating func reportShipped(_ isMeant: (ShippedVersionBreak.Kind) -> Bool) {
    guard let base = subject.base else { return }
    for shipped in base.shipped where isMeant(shipped.kind) {
      report(
        "\(shipped.message) (\(base.title))",
        at: .part(model.source),
        attribute: nil,
        hint: shipped.advice,
        path: base.paths[shipped.version]
      )
    }
  }
}

/// Finds the changed parts in the new version.
private struct ChangedElements {
  private let diff: ModelDiff
  private var properties: [String: PropertyLocation] = [:]
  private var entities: [String: Int] = [:]

  init(_ diff: ModelDiff) {
    self.diff = diff
    for entity in diff.new.entities {
      entities[entity.name] = entity.index
      for position in entity.entity.properties.indices {
        let location = PropertyLocation(entity: entity.index, property: position)
        properties[diff.new.title(of: location)] = location
      }
    }
  }

  /// The part itself, or the entity that contained it, whose user info can suppress the finding; else the model.
  func element(of change: Change) -> LintElement {
    let name = change.element.name
    if !change.isInOldVersion {
      if let property = properties[name] { return .property(at: property, in: diff.new) }
      if let entity = entities[name] { return .entity(diff.new.entities[entity]) }
    }
    return owner(of: change).map { .entity(diff.new.entities[$0]) } ?? .part(diff.new.model.source)
  }

  /// The entity that has a part of this name, or the successor of the one that had it.
  private func owner(of change: Change) -> Int? {
    let word = change.element.name.prefix { $0 != "." && $0 != "(" }
    let name = word.hasSuffix(" ") ? String(word.dropLast()) : String(word)
    guard change.isInOldVersion else { return entities[name] }
    let old = diff.old.entities.first { $0.name == name }
    return old.flatMap { diff.correspondence.newEntity(of: $0.index) }
  }
}
