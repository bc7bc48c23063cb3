/// What an import has added.
package struct ImportSummary: Sendable, Hashable {
  package internal(set) var teams = 0
  package internal(set) var players = 0

  /// How many players of the file there were already, in the same team and with the same names and address.
  package internal(set) var knownPlayers = 0
}
