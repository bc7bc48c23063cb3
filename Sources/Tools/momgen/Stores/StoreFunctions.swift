import Files
import SQLDriver
import SQLSchema
import SQLiteDriver

/// The SQL functions that triggers of a store call during a migration.
enum StoreFunctions {
  /// The function that is not available: canonical folding needs more of Unicode than is linked in.
  private static let unknown = StoreFunction.canonical

  /// The names of the functions that a plan may call.
  static let known = Set(StoreFunction.allCases.filter { $0 != unknown }.map(\.rawValue))

  private struct NotAvailable: Error, CustomStringConvertible {
    let description =
      "a derived attribute with 'canonical:' is computed only by a program that uses the store"
  }

  static func register(on connection: SQLiteConnection) throws {
    for function in StoreFunction.allCases {
      try connection.register(
        function: function.rawValue,
        argumentCount: Int32(function.argumentCount)
      ) { arguments in
        switch function {
        case .derivedOnInsertion, .derivedOnUpdate: return .null
        case .now: return .real(now)
        case .lowercase, .uppercase:
          guard case .text(let text)? = arguments.first else { return .null }
          return .text(function == .lowercase ? text.lowercased() : text.uppercased())
        case .canonical: throw NotAvailable()
        }
      }
    }
  }

  /// The seconds since 2001-01-01 00:00 UTC.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 - 978_307_200
  }
}
