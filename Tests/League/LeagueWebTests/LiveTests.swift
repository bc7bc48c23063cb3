import CoreData
import Foundation
import LeagueModel
import LeagueOperations
import LeagueWeb
import Testing

@Suite struct LiveTests {
  @Test func aListFollowsTheStore() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew")
    let page = try await PageFollower("/", of: site)
    try await page.step()
    #expect(page.words == ["ready"])
    try site.add("Arrows", "Gold")
    try await page.catchUp("/", "teams")
    try site.store.change("") {
      try $0.edit(try $0.team(id: crew), TeamForm(name: "Crew", uniformColor: "Red"))
    }
    try await page.catchUp("/", "teams")
    try site.store.change("") { try $0.addPlayer(.named("Ann Bell"), to: try $0.team(id: crew)) }
    try await page.catchUp("/", "teams")
    #expect(page.rows["teams"]?[1].contains("1 player<") == true)
    try site.store.change("") { $0.delete(try $0.team(id: crew)) }
    try await page.catchUp("/", "teams")
    #expect(
      page.words == [
        "ready", "Arrows was added", "Crew was changed", "Crew was changed", "Crew was deleted",
      ]
    )
    await site.web.stop()
    #expect(try await page.next() == nil)
  }

  /// After many changes in each save, the page that follows the events equals a reloaded one.
  @Test(arguments: [1, 2, 3])
  func whateverHappensIndicesFit(seed: UInt64) async throws {
    let site = try TestSite()
    let teams = [try site.add("Crew"), try site.add("Fire", "Red")]
    let path = "/teams/\(teams[0])"
    let page = try await PageFollower(path, of: site)
    var random = NumberSequence(seed: seed)
    for _ in 0..<30 {
      try site.store.change("") { league in
        for _ in 0..<random.next(6) + 1 { try Self.changeSomething(league, teams, &random) }
      }
      try await page.catchUp(path, "players")
    }
    #expect(!page.words.contains("whole"))
    await site.web.stop()
  }

  private static func changeSomething(
    _ league: League,
    _ teams: [String],
    _ random: inout NumberSequence
  ) throws {
    let team = try league.team(id: teams[random.next(2)])
    let players = try league.players()
    let names = ["Ash", "Bell", "Cox", "Dee", "Eve", "Fox"]
    let name = "\(names[random.next(6)]) \(names[random.next(6)])"
    let player = players.isEmpty ? nil : players[random.next(players.count)]
    switch (random.next(5), player) {
    case (0, let player?): league.delete(player)
    case (1, let player?): try league.edit(player, .named(name))
    case (2, let player?): league.move(player, to: team)
    default: try league.addPlayer(.named(name), to: team)
    }
  }

  @Test func changesBeforeAPageConnectsAreNotMissed() async throws {
    let site = try TestSite()
    let page = try await PageFollower("/", of: site) { try site.add("Crew") }
    try await page.step()
    try await page.step()
    #expect(page.words == ["whole", "ready"])
    try await page.catchUp("/", "teams")
    await site.web.stop()
  }

  @Test func aPageGetsItsChanges() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew", players: ["Ann Bell"])
    let list = try await PageFollower("/teams/\(crew)", of: site)
    let form = try await PageFollower("/players/p1", of: site)
    try site.store.change("") { league in
      try league.edit(try league.team(id: crew), TeamForm(name: "Crews", uniformColor: "Blue"))
      try league.edit(try league.player(id: "p1"), .named("Ann Cox"))
    }
    try await list.catchUp("/teams/\(crew)", "subject")
    try await list.catchUp("/teams/\(crew)", "players")
    try await form.catchUp("/players/p1", "subject")
    #expect(form.rows["subject"]?.first?.contains("Ann Cox") == true)
    try site.store.change("") { $0.delete(try $0.team(id: crew)) }
    while form.rows["subject"]?.isEmpty == false { try #require(try await form.step()) }
    while list.rows["subject"]?.isEmpty == false { try #require(try await list.step()) }
    await site.web.stop()
  }

  @Test func aPageOfADeletedTeamIsNotified() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew")
    let page = try await PageFollower("/teams/\(crew)", of: site) {
      try site.store.change("") { $0.delete(try $0.team(id: crew)) }
    }
    try await page.step()
    #expect(page.words == ["gone"])
    #expect(try await page.next() == nil)
    await site.web.stop()
  }

  /// Rows written by a program without Core Data.
  @Test func otherProcessesAreFollowed() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew", players: ["Ann Bell", "Bo Cox"])
    try site.add("Fire", "Red")
    let teams = try await PageFollower("/", of: site)
    let players = try await PageFollower("/teams/\(crew)", of: site)
    try site.write(
      """
      UPDATE ZTEAM SET ZUNIFORMCOLOR = 'Green', Z_OPT = Z_OPT + 1 WHERE ZNAME = 'Crew';
      DELETE FROM ZTEAM WHERE ZNAME = 'Fire';
      DELETE FROM ZPLAYER WHERE ZFIRSTNAME = 'Bo';
      INSERT INTO ZPLAYER (Z_PK, Z_ENT, Z_OPT, ZTEAM, ZFIRSTNAME, ZLASTNAME, ZEMAIL)
        SELECT 9, Z_ENT, 1, ZTEAM, 'Zoe', 'Ash', 'zoe@example.org' FROM ZPLAYER LIMIT 1;
      """
    )
    try await teams.catchUp("/", "teams")
    try await players.catchUp("/teams/\(crew)", "players")
    try await players.catchUp("/teams/\(crew)", "subject")
    #expect(players.rows["players"]?.count == 2)
    #expect(teams.rows["teams"]?.count == 1)
    await site.web.stop()
  }

  /// Pseudorandom numbers, the same in each run.
  private struct NumberSequence {
    private var state: UInt64

    init(seed: UInt64) {
      state = seed
    }

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
  }
}
