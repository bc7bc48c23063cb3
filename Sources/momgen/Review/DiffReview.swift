import Diagnostics
import ManagedModel
import ModelReview
import SQLSchema

/// All that is said about two versions of a model, before any format writes it down.
struct DiffReview: Sendable {
  let old: ReviewedModel
  let new: ReviewedModel
  let diff: ModelDiff

  /// Versions in the history that are no longer what they were.
  let shipped: [ShippedVersionBreak]

  /// What migrating a database takes, if that was asked for.
  let migration: MigrationScript?

  /// The worst that follows from anything.
  var consequence: Consequence { shipped.isEmpty ? diff.consequence : .shipped }

  /// The changes with a consequence, in the order of the diff.
  func changes(with consequence: Consequence) -> [Change] {
    diff.changes.filter { $0.consequence == consequence }
  }

  /// Where a change is to be seen.
  func place(of change: Change) -> Place {
    (change.isInOldVersion ? old : new).place(of: change.source)
  }

  /// `2 changes: 1 loses data, 1 lightweight migration`.
  var headline: String {
    let count = diff.changes.count
    guard count > 0 else {
      return diff.hasSameHashes ? "no changes" : "no changes of elements, but other hashes"
    }
    let parts = diff.counts.map { "\($0.count) \($0.consequence.title)" }
    return "\(count) \(count == 1 ? "change" : "changes"): \(parts.joined(separator: ", "))"
  }

  /// What stores that exist are in for, in one sentence.
  var verdict: String {
    if !shipped.isEmpty { return "Stores of a version in the history no longer open." }
    if diff.hasSameHashes {
      return "The version hashes are the same: stores open as they are, and nothing is migrated."
    }
    switch diff.consequence {
    case .compatible, .lightweight: return "Core Data migrates stores by itself; nothing is lost."
    case .mapping: return "Core Data cannot migrate every store by itself."
    case .dataLoss:
      return diff.changes.contains { $0.consequence == .mapping }
        ? "Core Data cannot migrate every store by itself, and data is lost."
        : "Core Data migrates stores by itself, and data is lost."
    case .shipped: return "Stores of a version in the history no longer open."
    }
  }
}

extension ChangeAction {
  /// The sign in front of a change in a text.
  var sign: String {
    switch self {
    case .added: "+"
    case .removed: "-"
    case .renamed, .moved, .changed: "~"
    }
  }
}

extension Change {
  /// `attribute Player.number renamed from Player.no`.
  var title: String {
    let name = element.name.isEmpty ? "" : " \(element.name.visible)"
    let origin = action.origin.map { " from \($0.visible)" } ?? ""
    return "\(element.kind.rawValue)\(name) \(action.word)\(origin)"
  }
}

extension FieldChange {
  /// `type: Integer 32 → Integer 64`.
  var text: String { "\(name): \(Self.shown(old)) → \(Self.shown(new))" }

  private static func shown(_ text: String?) -> String {
    guard let text else { return "none" }
    return text.isEmpty ? "''" : text.visible
  }
}
