import CoreData
import Foundation
import Testing

/// Checks of entities with many properties, subentities with properties of their own, other models beside, and large
/// values.
enum WideModelChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck("Two hundred properties", model: wideModel, checkWide),
    ConformanceCheck("Properties of subentities", model: familyModel, checkFamily),
    ConformanceCheck("Objects of two models at once", checkTwoModels),
    ConformanceCheck("A text of ten megabytes", checkLargeText),
    ConformanceCheck("Composite values without some members", needs: .composites, checkMembers),
    ConformanceCheck("Changes of an ordered relationship", needs: .ordering, checkOrder),
  ]

  // MARK: Many properties

  private static let count = 200

  private static let types: [NSAttributeDescription.AttributeType] = [
    .integer32, .string, .double, .boolean, .date, .binaryData, .integer64, .uuid,
  ]

  @Sendable private static func wideModel() -> NSManagedObjectModel {
    let wide = ConformanceModel.entity(
      "Wide",
      (0..<count).map { ConformanceModel.attribute("p\($0)", types[$0 % types.count]) }
    )
    // The names of the relationships sort first, in the middle and last.
    for name in ["a", "p100a", "z"] {
      ConformanceModel.connect(wide, name, .one, wide, "\(name)Back", .many(ordered: false))
    }
    let model = NSManagedObjectModel()
    model.entities = [wide]
    return model
  }

  /// The value of a property; every third one has none.
  private static func value(_ number: Int, _ round: Int) -> NSObject? {
    guard (number + round) % 3 != 0 else { return nil }
    let seed = number * 7 + round
    switch types[number % types.count] {
    case .string: return "text \(seed)" as NSString
    case .double: return NSNumber(value: Double(seed) / 4)
    case .boolean: return NSNumber(value: seed.isMultiple(of: 2))
    case .date: return NSDate(timeIntervalSinceReferenceDate: Double(seed))
    case .binaryData: return NSData(data: Data([UInt8(seed % 256), 0]))
    case .uuid:
      let digits = String(repeating: "0", count: 12 - String(seed).count) + String(seed)
      return NSUUID(uuidString: "00000000-0000-0000-0000-\(digits)")
    default: return NSNumber(value: seed)
    }
  }

  private static func expect(
    _ object: NSManagedObject,
    _ round: Int,
    but changed: [Int: Int] = [:]
  ) {
    for number in 0..<count {
      let wanted = value(number, changed[number] ?? round)
      let found = object.value(forKey: "p\(number)")
      let isSame =
        switch (found, wanted) {
        case (nil, nil): true
        case (let found as UUID, let wanted as NSUUID): found.uuidString == wanted.uuidString
        case (let found as NSObject, let wanted?): found.isEqual(wanted)
        default: false
        }
      #expect(isSame, "p\(number) is \(String(describing: found))")
    }
  }

  @Sendable private static func checkWide(_ session: ConformanceSession) throws {
    var context = session.context()
    let objects = try (0..<3).map { round in
      let object = try session.insert("Wide", into: context)
      for number in 0..<count {
        let value = value(number, round)
        object.setValue((value as? NSUUID).map { $0 as UUID } ?? value, forKey: "p\(number)")
      }
      return object
    }
    for name in ["a", "p100a", "z"] { objects[0].setValue(objects[1], forKey: name) }
    try context.save()
    let uris = objects.map { $0.objectID.uriRepresentation() }
    try session.reopen()
    context = session.context()
    func object(_ number: Int) throws -> NSManagedObject {
      let id = session.coordinator.managedObjectID(forURIRepresentation: uris[number])
      return try context.existingObject(with: try #require(id))
    }
    for round in 0..<3 { expect(try object(round), round) }
    for name in ["a", "p100a", "z"] {
      #expect(try object(0).one(name) === object(1))
      #expect(try object(1).many("\(name)Back") == [object(0)])
    }
    // On either side of the 64th, and the last.
    let changed = [0: 1, 62: 1, 63: 1, 64: 1, 65: 1, 128: 1, 199: 1]
    for (number, round) in changed where types[number % types.count] != .uuid {
      try object(0).setValue(value(number, round), forKey: "p\(number)")
    }
    try object(0).setValue(nil, forKey: "p100a")
    try context.save()
    try session.reopen()
    context = session.context()
    let kept = changed.filter { types[$0.key % types.count] != .uuid }
    expect(try object(0), 0, but: kept)
    #expect(try object(0).one("p100a") == nil && object(0).one("z") === object(1))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Wide")
    request.predicate = NSPredicate(format: "p193 == %@", value(193, 2) ?? NSNull())
    #expect(try context.fetch(request) == [object(2)])
  }

  // MARK: Subentities

  /// A model with siblings whose properties have the same names and other types.
  @Sendable private static func familyModel() -> NSManagedObjectModel {
    let figure = ConformanceModel.entity("Figure", [ConformanceModel.attribute("name", .string)])
    let kinds: [(String, NSAttributeDescription.AttributeType)] = [
      ("Circle", .double), ("Square", .integer64), ("Star", .string),
    ]
    figure.subentities = kinds.map { name, type in
      let size = ConformanceModel.attribute("size", type)
      return ConformanceModel.entity(name, [size, ConformanceModel.attribute("own\(name)", type)])
    }
    let disc = ConformanceModel.entity("Disc", [ConformanceModel.attribute("thickness", .double)])
    figure.subentities[0].subentities = [disc]
    let board = ConformanceModel.entity("Board")
    ConformanceModel.connect(
      board,
      "figures",
      .many(ordered: false),
      figure,
      "boards",
      .many(ordered: false)
    )
    ConformanceModel.connect(board, "circle", .one, figure.subentities[0], "board", .one)
    let model = NSManagedObjectModel()
    model.entities = [figure] + figure.subentities + [disc, board]
    return model
  }

  @Sendable private static func checkFamily(_ session: ConformanceSession) throws {
    var context = session.context()
    let values: [String: [String: NSObject]] = [
      "Figure": ["name": "f" as NSString],
      "Circle": ["name": "c" as NSString, "size": 1.5 as NSNumber, "ownCircle": 2.5 as NSNumber],
      "Square": ["name": "q" as NSString, "size": 7 as NSNumber, "ownSquare": 8 as NSNumber],
      "Star": ["name": "s" as NSString, "size": "large" as NSString, "ownStar": "x" as NSString],
      "Disc": ["name": "d" as NSString, "size": 3.5 as NSNumber, "thickness": 4.5 as NSNumber],
    ]
    let board = try session.insert("Board", into: context)
    for (entity, values) in values {
      let object = try session.insert(entity, values, into: context)
      object.setValue(NSSet(object: board), forKey: "boards")
      if entity == "Disc" { board.setValue(object, forKey: "circle") }
    }
    try context.save()
    for round in 0..<2 {
      try session.reopen()
      context = session.context()
      let found = try session.all("Figure", in: context)
      #expect(found.count == values.count)
      for object in found {
        for (name, value) in values[object.entity.name ?? ""] ?? [:] {
          let kept = object.value(forKey: name) as? NSObject
          let wanted = round == 1 && name == "name" ? "renamed" as NSString : value
          #expect(kept?.isEqual(wanted) == true, "\(object.entity.name ?? "").\(name)")
        }
        object.setValue("renamed", forKey: "name")
      }
      let held = try session.only("Board", in: context)
      #expect(held.many("figures").count == values.count)
      #expect(held.one("circle")?.entity.name == "Disc")
      try context.save()
    }
    let counts = try ["Circle", "Disc", "Square"].map { try session.all($0, in: context).count }
    #expect(counts == [2, 1, 1])
  }

  // MARK: Two models

  @Sendable private static func checkTwoModels(_ session: ConformanceSession) throws {
    let node = ConformanceModel.entity(
      "Node",
      [
        ConformanceModel.attribute("aaa", .date), ConformanceModel.attribute("label", .integer64),
        ConformanceModel.attribute("zzz", .string),
      ]
    )
    ConformanceModel.connect(node, "favourite", .many(ordered: false), node, "fans", .one)
    let model = NSManagedObjectModel()
    model.entities = [node]
    let other = try session.another(model)
    var (here, there) = (session.context(), other.context())
    for number in 0..<10 {
      let first = try session.insert("Node", ["label": "text \(number)"], into: here)
      first.setValue(first, forKey: "favourite")
      let second = try other.insert("Node", ["label": number, "zzz": "z\(number)"], into: there)
      second.setValue(NSSet(object: second), forKey: "favourite")
    }
    try here.save()
    try there.save()
    try session.reopen()
    try other.reopen()
    (here, there) = (session.context(), other.context())
    let pairs = zip(
      try session.all("Node", in: here).sorted { $0.text("label") ?? "" < $1.text("label") ?? "" },
      try other.all("Node", in: there).sorted { $0.text("zzz") ?? "" < $1.text("zzz") ?? "" }
    )
    for (number, (first, second)) in pairs.enumerated() {
      #expect(first.text("label") == "text \(number)" && first.one("favourite") === first)
      #expect((second.value(forKey: "label") as? NSNumber)?.intValue == number)
      #expect(second.value(forKey: "aaa") == nil && second.many("favourite") == [second])
      #expect(first.entity.attributesByName["zzz"] == nil)
    }
    #expect(try session.all("Node", in: here).count == 10)
  }

  // MARK: Large and partial values

  @Sendable private static func checkLargeText(_ session: ConformanceSession) throws {
    let text = String(repeating: "0123456789 ä€😀\n", count: 500_000)
    let context = session.context()
    let node = try session.insert("Node", ["label": text], into: context)
    try context.save()
    #expect(text.utf8.count >= 10_000_000)
    context.refresh(node, mergeChanges: false)
    // An expectation would print the texts.
    let isKept = node.text("label").map { $0.utf8.elementsEqual(text.utf8) } == true
    #expect(isKept)
    try session.reopen()
    let other = session.context()
    let found = try session.only("Node", in: other)
    let isStored = found.text("label").map { $0.utf8.elementsEqual(text.utf8) } == true
    #expect(isStored)
    found.setValue("short", forKey: "label")
    try other.save()
    try session.reopen()
    #expect(try session.only("Node", in: session.context()).text("label") == "short")
  }

  @Sendable private static func checkMembers(_ session: ConformanceSession) throws {
    let context = session.context()
    let object = try session.insert("Values", ["string": "kept"], into: context)
    let rounds: [[String: Any]?] = [
      ["number": 7], ["street": "Main Street"], ["street": "", "number": 0], nil,
      ["street": "Side Street", "number": -1],
    ]
    for composite in rounds {
      object.setValue(composite, forKey: "composite")
      try context.save()
      let found = try session.only("Values", in: session.context())
      let kept = found.value(forKey: "composite") as? [String: Any]
      #expect(kept?["street"] as? String == composite?["street"] as? String)
      #expect(
        (kept?["number"] as? NSNumber)?.intValue == composite?["number"] as? Int,
        "\(String(describing: composite))"
      )
      #expect(found.text("string") == "kept")
    }
    try session.reopen()
    let found = try session.only("Values", in: session.context())
    let kept = try #require(found.value(forKey: "composite") as? [String: Any])
    #expect(kept["street"] as? String == "Side Street")
    #expect((kept["number"] as? NSNumber)?.intValue == -1)
  }

  @Sendable private static func checkOrder(_ session: ConformanceSession) throws {
    var context = session.context()
    _ = try session.insert("Team", ["title": "T"], into: context)
    for number in 0..<8 {
      _ = try session.insert("Player", ["name": "\(number)"], into: context)
    }
    try context.save()
    var names = (0..<8).map(String.init)
    typealias Change = (NSMutableOrderedSet, [NSManagedObject]) -> Void
    let steps: [(title: String, change: Change, same: (inout [String]) -> Void)] = [
      ("all", { order, players in order.addObjects(from: players) }, { _ in }),
      (
        "one moved", { order, _ in order.moveObjects(at: IndexSet(integer: 6), to: 1) },
        { $0.insert($0.remove(at: 6), at: 1) }
      ),
      (
        "two exchanged", { order, _ in order.exchangeObject(at: 0, withObjectAt: 7) },
        { $0.swapAt(0, 7) }
      ),
      ("one removed", { order, _ in order.removeObject(at: 3) }, { $0.removeAll { $0 == "2" } }),
      (
        "one inserted", { order, players in order.insert(players[2], at: 5) },
        { $0.insert("2", at: 5) }
      ),
    ]
    for (title, change, changeNames) in steps {
      context = session.context()
      let players = try session.all("Player", in: context)
        .sorted { $0.text("name") ?? "" < $1.text("name") ?? "" }
      let team = try session.only("Team", in: context)
      let list = team.list("players")
      // A change at an invalid index would end the program.
      try #require(players.count == 8 && (list.count >= 7 || title == "all"), "\(title)")
      change(team.mutableOrderedSetValue(forKey: "players"), players)
      changeNames(&names)
      let order = team.list("players").compactMap { $0.text("name") }
      #expect(order == names, "\(title)")
      try context.save()
      try session.reopen()
      let kept = try session.only("Team", in: session.context()).list("players")
      #expect(kept.compactMap { $0.text("name") } == names, "\(title), saved")
    }
  }
}
