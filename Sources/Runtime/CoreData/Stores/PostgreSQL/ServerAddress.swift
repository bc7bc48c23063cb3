import Foundation
import PostgreSQLDriver

/// The URLs of stores in PostgreSQL databases.
enum ServerAddress {
  /// Returns the database for a URL and the options of a store.
  static func database(
    at url: URL?,
    options: [AnyHashable: Any]?
  ) throws -> PostgreSQLDatabase {
    let schema = options?[OpenCoreDataPostgreSQLSchemaOption] as? String
    guard let url, let address = PostgreSQLAddress(url.absoluteString, schema: schema) else {
      throw StoreFailure.error(
        CocoaError.Code.fileReadUnsupportedScheme.rawValue,
        "A PostgreSQL store needs a URL like postgresql://user@host/database?schema=name.",
        url: url
      )
    }
    let name = options?[OpenCoreDataPostgreSQLApplicationNameOption] as? String
    return PostgreSQLDatabase(
      address,
      limits: limits(in: options),
      applicationName: name ?? ProcessInfo.processInfo.processName
    )
  }

  private static func limits(in options: [AnyHashable: Any]?) -> PostgreSQLLimits {
    func seconds(_ key: String) -> Double? {
      (options?[key] as? NSNumber).map { max(0, min($0.doubleValue, 1_000_000)) }
    }
    var limits = PostgreSQLLimits()
    if let time = seconds(OpenCoreDataPostgreSQLConnectTimeoutOption) {
      limits.connectSeconds = Int32(time.rounded(.up))
    }
    if let time = seconds(OpenCoreDataPostgreSQLStatementTimeoutOption) {
      limits.statementMilliseconds = Int32((time * 1_000).rounded())
      limits.answerMilliseconds =
        max(limits.answerMilliseconds, limits.statementMilliseconds) + 5_000
    }
    if let time = seconds(OpenCoreDataPostgreSQLAnswerTimeoutOption) {
      limits.answerMilliseconds = Int32((time * 1_000).rounded())
    }
    if let time = seconds(OpenCoreDataPostgreSQLSettlementTimeoutOption) {
      limits.settlementMilliseconds = Int32((time * 1_000).rounded())
    }
    if let time = seconds(NSPersistentStoreTimeoutOption) {
      limits.lockMilliseconds = Int32((time * 1_000).rounded())
    }
    return limits
  }
}

extension PostgreSQLDatabase {
  /// Whether another value refers to the same store.
  func isPlace(of other: PostgreSQLDatabase) -> Bool {
    address.connection == other.address.connection && address.schema == other.address.schema
  }
}
