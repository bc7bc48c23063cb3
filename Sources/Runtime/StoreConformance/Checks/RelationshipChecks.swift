import CoreData
import Foundation
import Testing

/// Checks that relationships have their saved destinations, in both directions.
enum RelationshipChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck("To one and to many", checkOneToMany),
    ConformanceCheck("One to one", checkOneToOne),
    ConformanceCheck("Many to many", checkManyToMany),
    ConformanceCheck("To the same entity", checkTree),
    ConformanceCheck("Without an inverse", checkWithoutInverse),
    ConformanceCheck("Relationships are changed", checkMoves),
    ConformanceCheck("A deleted object is removed from relationships", checkNullify),
    ConformanceCheck("An ordered relationship keeps its order", needs: .ordering, checkOrder),
    ConformanceCheck("Objects that refer to each other are inserted in one save", checkCycle),
  ]

  @Sendable private static func checkOneToMany(_ session: ConformanceSession) throws {
    let context = session.context()
    let team = try session.insert("Team", ["title": "T"], into: context)
    for name in ["a", "b", "c"] {
      let player = try session.insert("Player", ["name": name], into: context)
      player.setValue(team, forKey: "team")
    }
    _ = try session.insert("Player", ["name": "free"], into: context)
    try context.save()
    try session.reopen()
    let other = session.context()
    let found = try session.only("Team", in: other)
    #expect(Set(found.many("players").compactMap { $0.text("name") }) == ["a", "b", "c"])
    for player in try session.all("Player", in: other) {
      #expect(player.one("team") === (player.text("name") == "free" ? nil : found))
    }
  }

  @Sendable private static func checkOneToOne(_ session: ConformanceSession) throws {
    let context = session.context()
    let team = try session.insert("Team", into: context)
    let player = try session.insert("Player", into: context)
    team.setValue(player, forKey: "captain")
    try context.save()
    try session.reopen()
    let other = session.context()
    let found = try session.only("Team", in: other)
    #expect(found.one("captain")?.one("captainOf") === found)
    found.setValue(nil, forKey: "captain")
    try other.save()
    try session.reopen()
    #expect(try session.only("Player", in: session.context()).one("captainOf") == nil)
  }

  @Sendable private static func checkManyToMany(_ session: ConformanceSession) throws {
    let context = session.context()
    let teams = try ["A", "B", "C"].map { try session.insert("Team", ["title": $0], into: context) }
    let coaches = try ["x", "y"].map { try session.insert("Coach", ["name": $0], into: context) }
    teams[0].setValue(NSSet(array: coaches), forKey: "coaches")
    teams[1].setValue(NSSet(array: [coaches[1]]), forKey: "coaches")
    try context.save()
    try session.reopen()
    let other = session.context()
    var titles: [String: Set<String>] = [:]
    for coach in try session.all("Coach", in: other) {
      titles[coach.text("name") ?? ""] = Set(coach.many("teams").compactMap { $0.text("title") })
    }
    #expect(titles == ["x": ["A"], "y": ["A", "B"]])
  }

  @Sendable private static func checkTree(_ session: ConformanceSession) throws {
    let context = session.context()
    let root = try session.insert("Node", ["label": "0"], into: context)
    var last = root
    for depth in 1...50 {
      let node = try session.insert("Node", ["label": "\(depth)"], into: context)
      node.setValue(last, forKey: "parent")
      last = node
    }
    try context.save()
    try session.reopen()
    var node = try session.all("Node", in: session.context()).first { $0.one("parent") == nil }
    var labels: [String] = []
    while let current = node {
      labels.append(current.text("label") ?? "")
      node = current.many("children").first
    }
    #expect(labels == (0...50).map { "\($0)" })
  }

  @Sendable private static func checkWithoutInverse(_ session: ConformanceSession) throws {
    let context = session.context()
    let first = try session.insert("Node", ["label": "first"], into: context)
    let second = try session.insert("Node", ["label": "second"], into: context)
    first.setValue(second, forKey: "favourite")
    second.setValue(second, forKey: "favourite")
    try context.save()
    try session.reopen()
    for node in try session.all("Node", in: session.context()) {
      #expect(node.one("favourite")?.text("label") == "second")
    }
  }

  @Sendable private static func checkMoves(_ session: ConformanceSession) throws {
    var context = session.context()
    let home = try session.insert("Team", ["title": "home"], into: context)
    _ = try session.insert("Team", ["title": "away"], into: context)
    let player = try session.insert("Player", ["name": "p"], into: context)
    player.setValue(home, forKey: "team")
    try context.save()
    try session.reopen()
    context = session.context()
    let teams = try session.all("Team", in: context)
    let away = try #require(teams.first { $0.text("title") == "away" })
    try session.only("Player", in: context).setValue(away, forKey: "team")
    try context.save()
    try session.reopen()
    for team in try session.all("Team", in: session.context()) {
      #expect(team.many("players").count == (team.text("title") == "away" ? 1 : 0))
    }
  }

  @Sendable private static func checkNullify(_ session: ConformanceSession) throws {
    let context = session.context()
    let team = try session.insert("Team", into: context)
    let players = try (0..<3).map { _ in try session.insert("Player", into: context) }
    for player in players { player.setValue(team, forKey: "team") }
    try context.save()
    context.delete(players[0])
    try context.save()
    try session.reopen()
    let other = session.context()
    #expect(try session.only("Team", in: other).many("players").count == 2)
    other.delete(try session.only("Team", in: other))
    try other.save()
    try session.reopen()
    #expect(try session.all("Player", in: session.context()).allSatisfy { $0.one("team") == nil })
  }

  @Sendable private static func checkOrder(_ session: ConformanceSession) throws {
    var context = session.context()
    let team = try session.insert("Team", into: context)
    let players = try (0..<20).map {
      try session.insert("Player", ["name": "\($0)"], into: context)
    }
    let order = (0..<20).map { players[$0 * 7 % 20] }
    team.setValue(NSOrderedSet(array: order), forKey: "players")
    try context.save()
    try session.reopen()
    context = session.context()
    let found = try session.only("Team", in: context)
    let names = order.compactMap { $0.text("name") }
    #expect(found.list("players").compactMap { $0.text("name") } == names)
    found.setValue(NSOrderedSet(array: found.list("players").reversed()), forKey: "players")
    try context.save()
    try session.reopen()
    let last = try session.only("Team", in: session.context())
    #expect(last.list("players").compactMap { $0.text("name") } == names.reversed())
  }

  @Sendable private static func checkCycle(_ session: ConformanceSession) throws {
    let context = session.context()
    let nodes = try (0..<3).map { try session.insert("Node", ["label": "\($0)"], into: context) }
    for (index, node) in nodes.enumerated() {
      node.setValue(nodes[(index + 1) % 3], forKey: "favourite")
    }
    try context.save()
    try session.reopen()
    for node in try session.all("Node", in: session.context()) {
      #expect(node.one("favourite")?.one("favourite")?.one("favourite") === node)
    }
  }
}
