import Foundation

/// Counters of the work of the module, and the sizes of its pools; Apple's Core Data has no counterpart.
///
/// Counters only grow while the program runs; the difference of two values is the work in between:
///
/// ```swift
/// let before = CoreDataMetrics.current
/// try context.save()
/// let statements = CoreDataMetrics.current.since(before).statements
/// ```
///
/// Counting takes a few instructions and no lock, and is always enabled. A value is computed when it is read, from
/// the counters of each context and each connection.
public struct CoreDataMetrics: Sendable, Hashable {
  // MARK: Contexts

  /// Saves of contexts that wrote to stores.
  public internal(set) var saves = 0

  /// Saves of contexts that failed, because of validation, of conflicts or of a store.
  public internal(set) var failedSaves = 0

  /// Conflicts of saves, with rows or unique values, including those that a merge policy has resolved.
  public internal(set) var conflicts = 0

  /// Fetches, counts and dictionary fetches that stores have executed.
  public internal(set) var fetches = 0

  /// Faults that were fired and had no prefetched row from their fetch.
  public internal(set) var faultsFired = 0

  /// Of these, the faults whose rows were in memory.
  public internal(set) var rowCacheHits = 0

  /// And those whose rows had to be read.
  public internal(set) var rowCacheMisses = 0

  // MARK: Databases

  /// Statements that the connections of open stores have executed, those that begin and end transactions included.
  public internal(set) var statements = 0

  /// Rows that statements have returned.
  public internal(set) var rowsRead = 0

  /// Rows that statements have inserted, updated or deleted.
  public internal(set) var rowsWritten = 0

  /// Stores that were migrated to the version of the model when they were opened.
  public internal(set) var migrations = 0

  /// Migrations that failed.
  public internal(set) var failedMigrations = 0

  // MARK: Pools

  /// The greatest number of reading connections besides the coordinators' own, in all open stores.
  public internal(set) var poolSize = 0

  /// The number of such connections that are open now.
  public internal(set) var poolOpen = 0

  /// The number of those that are in use now.
  public internal(set) var poolInUse = 0

  /// The number of times that one of them was used, because the coordinator's own was busy.
  public internal(set) var poolUses = 0

  /// The number of times that none of them was free, so that a caller waited for the coordinator's own.
  public internal(set) var poolWaits = 0

  /// Creates a value of zeros.
  public init() {}

  /// The sums over all coordinators of the program, including deallocated ones.
  public static var current: Self { MetricLedger.total }

  /// The difference between an earlier value and this one.
  ///
  /// ``poolSize``, ``poolOpen`` and ``poolInUse`` are current values, and are kept.
  public func since(_ earlier: Self) -> Self {
    var result = self
    for metric in Self.all where metric.kind == .counter {
      result[keyPath: metric.path] -= earlier[keyPath: metric.path]
    }
    return result
  }

  /// The sum of two values of different coordinators.
  static func + (left: Self, right: Self) -> Self {
    var result = left
    for metric in all { result[keyPath: metric.path] += right[keyPath: metric.path] }
    return result
  }
}

// MARK: By names

extension CoreDataMetrics {
  /// Whether a number only grows.
  public enum Kind: String, Sendable, Hashable {
    /// It only grows.
    case counter
    /// It is a current value.
    case gauge
  }

  /// One of the metrics, for exporters.
  public struct Value: Sendable, Hashable {
    /// A name in the style of Prometheus, such as `coredata_saves_total`.
    public let name: String

    /// Whether it only grows.
    public let kind: Kind

    /// A description of the metric, in one sentence.
    public let help: String

    /// The number itself.
    public let number: Int
  }

  /// All metrics with their names, always in the same order.
  public var values: [Value] {
    Self.all.map {
      Value(name: $0.name, kind: $0.kind, help: $0.help, number: self[keyPath: $0.path])
    }
  }

  /// The metrics in the text format of Prometheus.
  public var prometheusText: String {
    values.map {
      "# HELP \($0.name) \($0.help)\n# TYPE \($0.name) \($0.kind.rawValue)\n\($0.name) \($0.number)\n"
    }.joined()
  }

  private struct Description: Sendable {
    let name: String
    let kind: Kind
    let help: String
    let path: any WritableKeyPath<CoreDataMetrics, Int> & Sendable

    init(
      _ name: String,
      _ path: any WritableKeyPath<CoreDataMetrics, Int> & Sendable,
      _ help: String,
      _ kind: Kind = .counter
    ) {
      self.name = "coredata_\(name)" + (kind == .counter ? "_total" : "")
      self.kind = kind
      self.help = help
      self.path = path
    }
  }

  private static let all = [
    Description("saves", \.saves, "Saves that wrote to stores."),
    Description("failed_saves", \.failedSaves, "Saves that failed."),
    Description("conflicts", \.conflicts, "Conflicts that saves encountered."),
    Description("fetches", \.fetches, "Fetches that stores executed."),
    Description("faults_fired", \.faultsFired, "Faults fired without a prefetched row."),
    Description("row_cache_hits", \.rowCacheHits, "Faults whose rows were in memory."),
    Description("row_cache_misses", \.rowCacheMisses, "Faults whose rows were not in memory."),
    Description("statements", \.statements, "Statements that databases executed."),
    Description("rows_read", \.rowsRead, "Rows that statements returned."),
    Description("rows_written", \.rowsWritten, "Rows that statements changed."),
    Description("migrations", \.migrations, "Stores that were migrated."),
    Description("failed_migrations", \.failedMigrations, "Migrations that failed."),
    Description("pool_size", \.poolSize, "Greatest number of reading connections.", .gauge),
    Description("pool_open", \.poolOpen, "Reading connections that are open.", .gauge),
    Description("pool_in_use", \.poolInUse, "Reading connections in use.", .gauge),
    Description("pool_uses", \.poolUses, "Uses of reading connections."),
    Description("pool_waits", \.poolWaits, "Reads that had to wait for a connection."),
  ]
}
