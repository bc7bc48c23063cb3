import Foundation
import PropertyLists
import Testing

@Suite struct KeyedArchiveTests {
  static let array = ArchivedClass("NSArray", "NSObject")
  static let dictionary = ArchivedClass("NSDictionary", "NSObject")
  static let node = ArchivedClass("Node", "NSObject")

  @Test func buildsAndReadsCircles() throws {
    var builder = KeyedArchiveBuilder()
    let parent = builder.add(Self.node)
    let child = builder.add(Self.node)
    let children = builder.add(Self.array)
    builder.set("name", of: parent, to: .object(builder.add("the parent")))
    builder.set("children", of: parent, to: .object(children))
    builder.set("NS.objects", of: children, to: .objects([child, child]))
    builder.set("parent", of: child, to: .back(parent))
    builder.set("next", of: child, to: .null)
    builder.set("count", of: child, to: .plain(.integer(3)))
    let list = builder.archive(root: parent)

    let root = try KeyedArchive(try PropertyList(binary: list.binary())).root()
    #expect(root.class == Self.node)
    #expect(try root.string("name") == "the parent")
    let elements = try #require(try root.elements("children"))
    #expect(elements.map { $0.object?.number } == [4, 4])
    let first = try #require(elements.first?.object)
    #expect(try first.object("parent")?.number == root.number)
    #expect(try first.object("next") == nil)
    #expect(first.has("next") && !first.has("previous"))
    #expect(try first.integer("count") == 3)
  }

  /// An object, its contents, then its class; a back reference does not contain the owner.
  @Test func numbersObjectsAsNSKeyedArchiverDoes() {
    var builder = KeyedArchiveBuilder()
    let root = builder.add(Self.node)
    let late = builder.add(Self.node)
    let map = builder.add(Self.dictionary)
    builder.set("late", of: root, to: .back(late))
    builder.set("map", of: root, to: .object(map))
    builder.set("NS.keys", of: map, to: .objects([builder.add("k")]))
    builder.set("NS.objects", of: map, to: .objects([late]))
    builder.set("text", of: late, to: .object(builder.add("t")))
    let objects = builder.archive(root: root).dictionary?["$objects"]?.array
    #expect(
      objects == [
        .string("$null"),
        .dictionary(["late": .uid(2), "map": .uid(3), "$class": .uid(6)]),
        .dictionary(["text": .uid(5), "$class": .uid(6)]),
        .dictionary([
          "NS.keys": .array([.uid(4)]), "NS.objects": .array([.uid(2)]), "$class": .uid(7),
        ]),
        .string("k"),
        .string("t"),
        .dictionary([
          "$classname": .string("Node"),
          "$classes": .array([.string("Node"), .string("NSObject")]),
        ]),
        .dictionary([
          "$classname": .string("NSDictionary"),
          "$classes": .array([.string("NSDictionary"), .string("NSObject")]),
        ]),
      ]
    )
  }

  @Test func writesObjectsThatAreOnlyReferredTo() throws {
    var builder = KeyedArchiveBuilder()
    let root = builder.add(Self.node)
    let orphan = builder.add(Self.node)
    builder.set("orphan", of: root, to: .back(orphan))
    builder.set("name", of: orphan, to: .object(builder.add("alone")))
    let read = try KeyedArchive(builder.archive(root: root)).root()
    #expect(try read.object("orphan")?.string("name") == "alone")
  }

  @Test func chainsOfManyObjectsNeedNoStack() throws {
    var builder = KeyedArchiveBuilder()
    let root = builder.add(Self.node)
    var last = root
    for _ in 0..<200_000 {
      let next = builder.add(Self.node)
      builder.set("next", of: last, to: .object(next))
      last = next
    }
    let objects = builder.archive(root: root).dictionary?["$objects"]?.array
    #expect(objects?.count == 200_003)
  }

  @Test func foundationAcceptsTheArchive() throws {
    var builder = KeyedArchiveBuilder()
    let map = builder.add(Self.dictionary)
    builder.set("NS.keys", of: map, to: .objects([builder.add("key")]))
    builder.set("NS.objects", of: map, to: .objects([builder.add(plain: .integer(7))]))
    let data = Data(builder.archive(root: map).binary())
    let read = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSDictionary.self, NSString.self, NSNumber.self],
      from: data
    )
    #expect(read as? [String: Int] == ["key": 7])
  }

  @Test func readsArchivesOfFoundation() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: ["key": NSMutableString(string: "value")] as NSDictionary,
      requiringSecureCoding: false
    )
    let root = try KeyedArchive(try PropertyList(binary: Array(data))).root()
    let entry = try #require(try root.entries().first)
    #expect(try entry.key.string == "key")
    #expect(try entry.value.string == "value")
  }

  static let mismatches: [(message: String, access: @Sendable (ArchivedObject) throws -> Void)] = [
    ("'text' of Node (object 1) is a string, not an integer", { _ = try $0.integer("text") }),
    ("'text' of Node (object 1) is a string, not a Boolean", { _ = try $0.boolean("text") }),
    ("'text' of Node (object 1) is a string, not a number", { _ = try $0.real("text") }),
    ("'text' of Node (object 1) is a string, not data", { _ = try $0.data("text") }),
    ("'text' of Node (object 1) is a string, not an object", { _ = try $0.object("text") }),
    ("'half' of Node (object 1) is a real number, not an integer", { _ = try $0.integer("half") }),
    ("'self' of Node (object 1) is an object of Node, not a string", { _ = try $0.string("self") }),
    ("Node (object 1) is not an array or a set", { _ = try $0.elements("self") }),
    ("Node (object 1) is not a dictionary", { _ = try $0.entries("self") }),
    ("NSDictionary (object 3) has 0 keys and 1 values", { _ = try $0.entries("map") }),
    ("the archive refers to object 99 of 6", { _ = try $0.object("far") }),
    ("the class of object 5 is not in the archive", { _ = try $0.object("classless") }),
  ]

  @Test(arguments: mismatches)
  func saysWhichKeyIsWrong(
    message: String,
    access: @Sendable (ArchivedObject) throws -> Void
  ) throws {
    let archive = try KeyedArchive(
      .dictionary([
        "$archiver": .string("NSKeyedArchiver"), "$top": .dictionary(["root": .uid(1)]),
        "$objects": .array([
          .string("$null"),
          .dictionary([
            "text": .string("t"), "half": .real(0.5), "self": .uid(1), "map": .uid(3),
            "far": .uid(99), "classless": .uid(5), "$class": .uid(2),
          ]),
          .dictionary(["$classname": .string("Node"), "$classes": .array([.string("Node")])]),
          .dictionary(["NS.objects": .array([.uid(1)]), "$class": .uid(4)]),
          .dictionary(["$classname": .string("NSDictionary")]),
          .dictionary(["$class": .uid(1)]),
        ]),
      ])
    )
    let root = try archive.root()
    #expect(throws: KeyedArchiveError(message)) { try access(root) }
  }

  @Test func readsNumbersOfEveryKind() throws {
    let object = try KeyedArchive([
      "$archiver": .string("NSKeyedArchiver"), "$top": ["root": .uid(1)],
      "$objects": .array([
        .string("$null"),
        [
          "boxed": .uid(3), "yes": .boolean(true), "whole": .real(4), "date": .date(9),
          "none": .uid(0), "$class": .uid(2),
        ],
        ["$classname": .string("Node")],
        .integer(5),
      ]),
    ]).root()
    #expect(try object.integer("boxed") == 5)
    #expect(try object.boolean("boxed"))
    #expect(try object.integer("yes") == 1)
    #expect(try object.integer("whole") == 4)
    #expect(try object.real("date") == 9)
    #expect(try object.real("boxed") == 5)
    #expect(try object.integer("none") == nil)
    #expect(try !object.boolean("none"))
    #expect(try object.string("none") == nil)
    #expect(try !object.boolean("absent"))
  }

  @Test(arguments: [
    PropertyList.array([]), [:], ["$archiver": .string("Other")],
    ["$archiver": .string("NSKeyedArchiver"), "$top": [:]],
  ])
  func refusesOtherPropertyLists(list: PropertyList) {
    #expect(throws: KeyedArchiveError("the property list is not an archive of NSKeyedArchiver")) {
      try KeyedArchive(list)
    }
  }
}
