import CommandLineWords
import Foundation
import LeagueOperations

/// The words by which every verb is told which store is meant.
enum StoreOptions {
  static let all = [
    Option.value(
      "store",
      .path("PATH"),
      "Where the objects are kept; otherwise a file in the folder for the program's data."
    ),
    Option.value(
      "store-type",
      .choice("TYPE", of: StoreKind.self),
      default: StoreKind.sqlite.rawValue,
      "How they are kept; 'custom' is a text file, and 'memory' keeps nothing when the program ends."
    ),
  ]

  static func location(in arguments: ParsedArguments) -> StoreLocation {
    StoreLocation(
      arguments.choice("store-type") ?? .sqlite,
      at: arguments.value("store").map { URL(fileURLWithPath: $0) }
    )
  }
}
