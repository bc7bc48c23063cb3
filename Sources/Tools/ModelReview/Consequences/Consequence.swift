/// The consequence of a change of a model for existing stores, from harmless to worst.
///
/// The raw values are used on the command line.
package enum Consequence: String, Sendable, Hashable, CaseIterable {
  /// Stores open as they are: the version hashes stay the same.
  case compatible

  /// Core Data migrates by itself, and nothing is lost.
  case lightweight

  /// Core Data cannot infer the migration, or it may fail: a mapping model or a stage is needed.
  case mapping

  /// Values or objects are deleted.
  case dataLoss = "data-loss"

  /// A released version is no longer the same: its stores do not open.
  case shipped
}

extension Consequence: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .compatible: 0
    case .lightweight: 1
    case .mapping: 2
    case .dataLoss: 3
    case .shipped: 4
    }
  }
}

extension Consequence {
  /// Its name in reports.
  package var title: String {
    switch self {
    case .compatible: "compatible"
    case .lightweight: "lightweight migration"
    case .mapping: "needs a mapping model"
    case .dataLoss: "loses data"
    case .shipped: "breaks a shipped version"
    }
  }

  /// Its meaning, in one sentence without a final period.
  package var summary: String {
    switch self {
    case .compatible: "stores open without migration"
    case .lightweight: "Core Data migrates stores automatically without loss"
    case .mapping: "Core Data cannot migrate every store by itself"
    case .dataLoss: "values or objects are deleted from stores"
    case .shipped: "stores of a released version can no longer be opened"
    }
  }
}

/// The judgment of a change.
package struct Judgement: Sendable, Hashable {
  package var consequence: Consequence

  /// The reason, in one sentence without a final period.
  package var remark: String?

  /// The remedy, in one sentence without a final period.
  package var advice: String?

  /// Whether values may change slightly, although none is lost.
  package var isInexact = false

  /// Whether the consequence applies only to stores with certain values.
  package var dependsOnData = false

  package init(_ consequence: Consequence, _ remark: String? = nil, advice: String? = nil) {
    self.consequence = consequence
    self.remark = remark
    self.advice = advice
  }

  package static let compatible = Self(.compatible)
  package static let lightweight = Self(.lightweight)
}
