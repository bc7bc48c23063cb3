/// The players and teams that every contender stores.
package struct Squad {
  package static let playersInTeam = 100

  package struct Player {
    package var firstName: String
    package var lastName: String
    package var email: String
    package var jerseyNumber: Int16
  }

  private static let firstNames = [
    "Ada", "Bela", "Carlos", "Dana", "Emil", "Farah", "Goran", "Hanna", "Igor", "Judith", "Karim",
    "Lena", "Marco", "Nadia", "Oskar", "Petra", "Quentin", "Rosa", "Samir", "Tilda",
  ]

  private static let syllables = [
    "ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va",
    "we", "xi", "yo", "zu",
  ]

  package let teamNames: [String]
  package let colors = ["red", "white", "dark blue", "green"]
  package let players: [Player]

  package init(teams: Int) {
    teamNames = (0..<teams).map { "Team \($0)" }
    players = (0..<(teams * Self.playersInTeam)).map { number in
      let first = Self.firstNames[number % Self.firstNames.count]
      let last = Self.lastName(number &* 7_919)
      return Player(
        firstName: first,
        lastName: last,
        email: "\(first).\(last).\(number)@example.com",
        jerseyNumber: Int16(number % 99)
      )
    }
  }

  private static func lastName(_ number: Int) -> String {
    let count = syllables.count
    return syllables[number / (count * count) % count] + syllables[number / count % count]
      + syllables[number % count]
  }

  /// Prefixes of last names to search for; each matches 250 of 100,000 players.
  package static func prefix(_ number: Int) -> (low: String, high: String) {
    let prefix =
      syllables[number % syllables.count] + syllables[number / syllables.count % syllables.count]
    return (prefix, prefix + "~")
  }

  /// Keys in a scattered order.
  package static func scattered(_ count: Int, of total: Int) -> [Int64] {
    (0..<count).map { Int64($0 &* 7_919 % total + 1) }
  }
}
