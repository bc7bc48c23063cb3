import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of cached statements that are executed again with other parameters.
@Suite("Repeated queries", .everyDatabase) struct RepeatedQuestionTests {
  private let folder: StoreFolder
  private let context: NSManagedObjectContext
  private let teams: [Team]

  init() throws {
    folder = try StoreFolder()
    let context = try folder.context(Club.makeModel())
    teams = ["Reds", "Blues", "Empty"].map { title in
      let team = Team(context: context)
      team.setValue(title, forKey: "title")
      return team
    }
    for index in 0..<20 {
      let player = Player(context: context)
      player.name = index % 7 == 0 ? nil : "P\(index % 5)"
      player.goals = Int32(index)
      player.team = index % 3 == 2 ? nil : teams[index % 3]
    }
    try context.save()
    self.context = context
  }

  /// Executes a format with each list of arguments, and compares with evaluation in memory.
  private func check(_ format: String, _ arguments: [[Any]], limit: Int = 0) throws {
    let all = try context.fetch(NSFetchRequest<Player>(entityName: "Player"))
    for values in arguments + arguments.reversed() {
      let request = NSFetchRequest<Player>(entityName: "Player")
      let predicate = NSPredicate(format: format, argumentArray: values)
      request.predicate = predicate
      request.sortDescriptors = [NSSortDescriptor(key: "goals", ascending: true)]
      request.fetchLimit = limit
      let matching = all.filter { predicate.evaluate(with: $0) }.sorted { $0.goals < $1.goals }
      let expected = limit > 0 ? Array(matching.prefix(limit)) : matching
      #expect(try context.fetch(request) == expected, "\(format) \(values)")
      #expect(try context.count(for: request) == expected.count, "\(format) \(values)")
      let identified = NSFetchRequest<NSManagedObjectID>(entityName: "Player")
      identified.predicate = predicate
      identified.sortDescriptors = request.sortDescriptors
      identified.fetchLimit = limit
      identified.resultType = .managedObjectIDResultType
      identified.includesPropertyValues = false
      #expect(try context.fetch(identified) == expected.map(\.objectID), "\(format) \(values)")
    }
  }

  @Test("Numbers, whole ones and others, and none", arguments: [0, 3])
  func numbers(limit: Int) throws {
    let values: [[Any]] = [[1], [5], [2.5], [NSNull()], [19], [-1]]
    for sign in ["==", "<", "<=", ">", ">="] {
      let wanted = sign == "==" ? values : values.filter { !($0[0] is NSNull) }
      try check("goals \(sign) %@", wanted, limit: limit)
    }
  }

  @Test("Texts and nil")
  func texts() throws {
    try check("name == %@", [["P1"], ["P2"], [NSNull()], [""], ["P1"]])
    try check("name ==[c] %@", [["p1"], ["P2"]])
    try check("name BEGINSWITH %@", [["P"], ["P1"], ["Ä"]])
    try check("name IN %@", [[["P1"]], [["P1", "P2"]], [[String]()]])
  }

  @Test("Objects, of other entities too")
  func objects() throws {
    let player = try #require(try context.fetch(NSFetchRequest<Player>(entityName: "Player")).first)
    try check("team == %@", [[teams[0]], [teams[1]], [NSNull()], [teams[2]], [teams[0].objectID]])
    try check("SELF == %@", [[player], [player.objectID]])
  }

  @Test("Several conditions, and their order")
  func conjunctions() throws {
    try check("goals > %@ AND name == %@", [[3, "P1"], [4, "P2"], [0, NSNull()]])
    try check("name == %@ AND goals > %@", [["P1", 3], ["P2", 4]])
    try check("goals > %@ AND goals < %@ AND team == %@", [[2, 9, teams[0]], [5, 18, teams[1]]])
    try check("goals > %@ OR name == %@", [[15, "P1"], [18, "P2"]])
    try check("NOT goals > %@", [[15], [2]])
    try check("team.title == %@", [["Reds"], ["Blues"], ["Greens"]])
  }

  @Test("Windows that differ")
  func windows() throws {
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.sortDescriptors = [NSSortDescriptor(key: "goals", ascending: true)]
    for (offset, limit) in [(0, 5), (3, 5), (3, 2), (18, 5), (0, 1), (7, 0)] {
      request.fetchOffset = offset
      request.fetchLimit = limit
      let end = limit > 0 ? min(20, offset + limit) : 20
      #expect(try context.fetch(request).map(\.goals) == (Int32(offset)..<Int32(end)).map { $0 })
      #expect(try context.count(for: request) == end - offset)
    }
  }

  @Test("Orders that differ, entities and subentities")
  func orders() throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    for isAscending in [true, false, true] {
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: isAscending)]
      let names = try context.fetch(request).map { $0.value(forKey: "name") as? String ?? "" }
      #expect(names == names.sorted(by: isAscending ? (<) : (>)))
    }
    request.includesSubentities = false
    #expect(try context.fetch(request).isEmpty)
    request.includesSubentities = true
    #expect(try context.fetch(request).count == 20)
  }
}
