/// The result of an import: the added rows, and the skipped ones.
package struct ImportSummary: Sendable, Hashable {
  package internal(set) var teams = 0
  package internal(set) var players = 0

  /// The number of lines about players that existed before, in the same team and with the same names
  /// and address.
  package internal(set) var knownPlayers = 0

  /// The number of lines that repeat an earlier line of the file.
  package internal(set) var repeatedPlayers = 0

  /// The numbers of the first lines that repeat an earlier one.
  package internal(set) var repeatedLines: [Int] = []
}
