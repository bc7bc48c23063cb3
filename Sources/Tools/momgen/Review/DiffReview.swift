import Diagnostics
import ManagedModel
import ModelComparison
import ModelReview
import SQLSchema

/// The content of a review of two versions of a model, independent of the format.
struct DiffReview: Sendable {
  let old: ReviewedModel
  let new: ReviewedModel
  let diff: ModelDiff

  /// The changes of the bundle, followed by those of the version.
  let changes: [Change]

  /// Versions in the history that have changed.
  let shipped: [ShippedVersionBreak]

  /// The migration of a database, for each requested dialect.
  let migrations: [MigrationScript]

  /// The positions to which the changes refer, one for each.
  let places: [Place]

  /// - Parameters:
  ///   - old: The old side.
  ///   - new: The new side.
  ///   - diff: The differences.
  ///   - history: The changes of the bundle and of the versions in the history.
  ///   - migrations: The migration of a database, for each requested dialect.
  init(
    old: ReviewedModel,
    new: ReviewedModel,
    diff: ModelDiff,
    history: (changes: [Change], shipped: [ShippedVersionBreak]),
    migrations: [MigrationScript]
  ) {
    self.old = old
    self.new = new
    self.diff = diff
    self.migrations = migrations
    shipped = history.shipped
    let all = history.changes + diff.changes
    let sources = all.map(\.source)
    let (before, after) = (old.places(of: sources), new.places(of: sources))
    places = all.indices.map { all[$0].isInOldVersion ? before[$0] : after[$0] }
    changes = all
  }

  /// The worst consequence.
  var consequence: Consequence { shipped.isEmpty ? diff.consequence : .shipped }

  /// The changes with a consequence, in the order of the diff.
  func changes(with consequence: Consequence) -> [Change] {
    changes.filter { $0.consequence == consequence }
  }

  /// The number of changes with each consequence, the worst first; consequences without a change are omitted.
  private var counts: [(consequence: Consequence, count: Int)] {
    Consequence.allCases.reversed().compactMap { consequence in
      let count = changes.count { $0.consequence == consequence }
      return count == 0 ? nil : (consequence, count)
    }
  }

  /// `2 changes: 1 loses data, 1 lightweight migration`.
  var headline: String {
    let count = changes.count
    guard count > 0 else {
      return diff.hasSameHashes ? "no changes" : "no changed elements, but different hashes"
    }
    let parts = counts.map { "\($0.count) \($0.consequence.title)" }
    return "\(count) \(count == 1 ? "change" : "changes"): \(parts.joined(separator: ", "))"
  }

  /// The consequence for existing stores, in one sentence.
  var verdict: String {
    if new.isAbsent { return "The model was removed: its stores can no longer be opened." }
    if old.isAbsent { return "The model is new: it has no stores." }
    if !shipped.isEmpty { return "Stores of a version in the history can no longer be opened." }
    if diff.hasSameHashes {
      guard diff.consequence <= .compatible else {
        return
          "The version hashes are the same: stores open without migration, and no change reaches them."
      }
      return
        "The version hashes are the same: stores open without migration, and nothing is migrated."
    }
    switch diff.consequence {
    case .compatible, .lightweight:
      return diff.changes.contains(where: \.isInexact)
        ? "Core Data migrates stores automatically; some numbers may be rounded."
        : "Core Data migrates stores automatically; nothing is lost."
    case .mapping: return "Core Data cannot migrate every store by itself."
    case .dataLoss:
      // A change that loses data may need help as well.
      let needsHelp =
        diff.changes.contains { $0.consequence == .mapping }
        || !diff.correspondence.obstacles.isEmpty
      return needsHelp
        ? "Core Data cannot migrate every store by itself, and data is lost."
        : "Core Data migrates stores automatically, and data is lost."
    case .shipped: return "Stores of a version in the history can no longer be opened."
    }
  }
}

extension ChangeAction {
  /// The sign before a change in a text.
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
  var text: String { "\(title): \(Self.shown(old)) → \(Self.shown(new))" }

  private static func shown(_ text: String?) -> String {
    guard let text else { return "none" }
    return text.isEmpty ? "''" : text.visible
  }
}
