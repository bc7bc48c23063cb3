import CommandLineParsing
import Foundation
import LeagueOperations

/// The options of every verb for the location of the store.
enum StoreOptions {
  static let all = [
    Option.value(
      "store",
      .path("PLACE"),
      "The store: a path, or the URL of a PostgreSQL database "
        + "('postgresql://user@host/database?schema=name'); otherwise a file in the folder for the program's data."
    ),
    Option.value(
      "store-type",
      .choice("TYPE", of: StoreKind.self),
      default: StoreKind.sqlite.rawValue,
      "The type of the store; 'custom' is a text file, 'memory' is lost when the program ends, "
        + "and a URL is "
        + "always 'postgresql'."
    ),
  ]

  /// Returns the location of the store in the arguments.
  ///
  /// - Throws: `UsageError` if URL and kind do not fit together.
  static func location(in arguments: ParsedArguments) throws(UsageError) -> StoreLocation {
    func invalid(_ value: String, of option: String, expected: String) -> UsageError {
      UsageError(
        .invalidValue(value, of: "option '--\(option)'", expected: expected, suggestion: nil),
        command: ["league"]
      )
    }
    let place = arguments.value("store")
    let kind: StoreKind = arguments.choice("store-type") ?? .sqlite
    if let place, StoreLocation.isServer(place) {
      guard arguments.count("store-type") == 0 || kind == .postgresql else {
        throw invalid(kind.rawValue, of: "store-type", expected: "'postgresql' for a URL")
      }
      guard let location = StoreLocation(server: place) else {
        throw invalid(
          place,
          of: "store",
          expected: "a URL like 'postgresql://user@host/database?schema=name'"
        )
      }
      return location
    }
    guard kind != .postgresql else {
      throw invalid(
        place ?? "",
        of: "store",
        expected: "a URL like 'postgresql://user@host/database?schema=name'"
      )
    }
    return StoreLocation(kind, at: place.map { URL(fileURLWithPath: $0) })
  }
}
