import ManagedModel
import Testing

@testable import CodeGeneration

/// Every construct of Xcode's output, byte for byte, according to files that Xcode wrote.
struct XcodeSetTests {
  private static func files(
    _ entities: [Entity],
    _ parameters: String...,
    name: String = "Model"
  ) throws -> [String: RenderedSet.File] {
    let context = ContextModel(
      ResolvedModel(Model(entities: entities)),
      name: name,
      version: "1"
    )
    return try RenderedSet("xcode", context, parameters: parameters).files
  }

  /// The text after the header of the one file with this ending.
  private static func body(
    _ ending: String,
    _ entities: [Entity],
    _ parameters: String...,
    name: String = "Model"
  ) throws -> String {
    let context = ContextModel(ResolvedModel(Model(entities: entities)), name: name, version: "1")
    let files = try RenderedSet("xcode", context, parameters: parameters).files
    let file = try #require(files.first { $0.key.hasSuffix(ending) })
    let parts = file.value.text.split(separator: "\n\n", maxSplits: 1)
    #expect(parts.first?.split(separator: "\n").allSatisfy { $0.hasPrefix("//") } == true)
    return String(try #require(parts.last))
  }

  private static func entity(
    _ name: String,
    class text: String? = nil,
    parent: String? = nil,
    _ properties: [Property] = [],
    generation: ManagedModel.CodeGeneration = .class
  ) -> Entity {
    var entity = Entity(name: name, representedClassName: text ?? name, parentName: parent)
    entity.properties = properties
    entity.codeGeneration = generation
    return entity
  }

  @Test func theHeaderHasNoNamesAndNoDates() throws {
    let files = try Self.files([Self.entity("Store")])
    let expected = """
      //
      //  Store+CoreDataClass.swift
      //  \u{20}
      //
      //  This file was automatically generated and should not be edited.
      //

      import Foundation
      import CoreData

      @objc(Store)
      public class Store: NSManagedObject {

      }

      """.replacing("//  \u{20}\n", with: "//  \n")
    #expect(files["Store+CoreDataClass.swift"]?.text == expected)
  }

  @Test(
    arguments: [
      ("Store", nil, "@objc(Store)", "Store: NSManagedObject"),
      (".Store", nil, "", "Store: NSManagedObject"),
      ("Shop.Store", nil, "", "Store: NSManagedObject"),
      ("Store", "Base", "@objc(Store)", "Store: MOBase"),
      ("Store", "Plain", "@objc(Store)", "Store: NSManagedObject"),
      ("Store", "Nobody", "@objc(Store)", "Store: NSManagedObject"),
    ] as [(String, String?, String, String)]
  )
  func classes(text: String, parent: String?, line: String, declaration: String) throws {
    let others = [
      Self.entity("Base", class: ".MOBase", generation: .manual),
      Entity(name: "Plain", representedClassName: "NSManagedObject"),
    ]
    let store = Self.entity("Store", class: text, parent: parent)
    #expect(
      try Self.body("Store+CoreDataClass.swift", others + [store]) == """
        import Foundation
        import CoreData

        \(line)
        public class \(declaration) {

        }

        """
    )
    #expect(
      try Self.body("Store+CoreDataClass.swift", others + [store], "dialect=26") == """
        public import Foundation
        public import CoreData

        public typealias StoreCoreDataClassSet = NSSet

        \(line)
        public class \(declaration) {

        }

        """
    )
  }

  @Test func propertiesOfEachEra() throws {
    let entities = [
      Self.entity(
        "Shop",
        class: "Store",
        [
          .relationship(Relationship(name: "owner", destinationName: "Owner")),
          .attribute(Attribute(name: "name", type: .string, isOptional: false)),
          .attribute(Attribute(name: "area", type: .double, usesScalarValueType: true)),
        ]
      ),
      Self.entity("Owner", class: "MOOwner"),
    ]
    func text(_ imports: String, _ managed: String, _ end: String) -> String {
      """
      \(imports)
      extension Store {

          @nonobjc public class func fetchRequest() -> NSFetchRequest<Store> {
              return NSFetchRequest<Store>(entityName: "Shop")
          }

          \(managed) var name: String?
          \(managed) var area: Double
          \(managed) var owner: MOOwner?

      }
      \(end)
      """
    }
    let identifiable = "\nextension Store : Identifiable {\n\n}\n"
    let plain = "import Foundation\nimport CoreData\n\n"
    let alias = "public typealias StoreCoreDataPropertiesSet = NSSet\n"
    let imports = "public import Foundation\npublic import CoreData\n\n"
    let managed = "@NSManaged public"
    let ending = "Store+CoreDataProperties.swift"
    #expect(try Self.body(ending, entities, "dialect=11") == text(plain, managed, ""))
    #expect(try Self.body(ending, entities) == text(plain, managed, identifiable))
    #expect(
      try Self.body(ending, entities, "dialect=26")
        == text(imports + "\n" + alias, managed, identifiable)
    )
    #expect(
      try Self.body(ending, entities, "dialect=27")
        == text(imports + alias, "@NSManaged nonisolated public", identifiable)
    )
  }

  @Test func anEntityWithoutPropertiesAndWithAParent() throws {
    let entities = [Self.entity("Child", parent: "Parent"), Self.entity("Parent")]
    #expect(
      try Self.body("Child+CoreDataProperties.swift", entities) == """
        import Foundation
        import CoreData


        extension Child {

            @nonobjc public class func fetchRequest() -> NSFetchRequest<Child> {
                return NSFetchRequest<Child>(entityName: "Child")
            }


        }

        """
    )
  }

  @Test func accessors() throws {
    var rows = Relationship(name: "rows_cd", destinationName: "B", isToMany: true)
    rows.isOrdered = true
    let entities = [
      Self.entity(
        "A",
        [
          .relationship(Relationship(name: "rel", destinationName: "B", isToMany: true)),
          .relationship(rows),
        ]
      ), Self.entity("B", class: "Dest"),
    ]
    let text = try Self.body("A+CoreDataProperties.swift", entities, "dialect=11")
    let start = try #require(text.firstRange(of: "    @NSManaged public var rel"))
    #expect(String(text[start.lowerBound...]) == Self.accessors)
    let nonisolated = try Self.body("A+CoreDataProperties.swift", entities, "dialect=27")
    #expect(
      nonisolated.hasSuffix(
        Self.accessors.replacing("@NSManaged public", with: "@NSManaged nonisolated public")
          + "\nextension A : Identifiable {\n\n}\n"
      )
    )
  }

  private static let accessors = """
        @NSManaged public var rel: NSSet?
        @NSManaged public var rows_cd: NSOrderedSet?

    }

    // MARK: Generated accessors for rel
    extension A {

        @objc(addRelObject:)
        @NSManaged public func addToRel(_ value: Dest)

        @objc(removeRelObject:)
        @NSManaged public func removeFromRel(_ value: Dest)

        @objc(addRel:)
        @NSManaged public func addToRel(_ values: NSSet)

        @objc(removeRel:)
        @NSManaged public func removeFromRel(_ values: NSSet)

    }

    // MARK: Generated accessors for rows_cd
    extension A {

        @objc(insertObject:inRows_cdAtIndex:)
        @NSManaged public func insertIntoRows_cd(_ value: Dest, at idx: Int)

        @objc(removeObjectFromRows_cdAtIndex:)
        @NSManaged public func removeFromRows_cd(at idx: Int)

        @objc(insertRows_cd:atIndexes:)
        @NSManaged public func insertIntoRows_cd(_ values: [Dest], at indexes: NSIndexSet)

        @objc(removeRows_cdAtIndexes:)
        @NSManaged public func removeFromRows_cd(at indexes: NSIndexSet)

        @objc(replaceObjectInRows_cdAtIndex:withObject:)
        @NSManaged public func replaceRows_cd(at idx: Int, with value: Dest)

        @objc(replaceRows_cdAtIndexes:withRows_cd:)
        @NSManaged public func replaceRows_cd(at indexes: NSIndexSet, with values: [Dest])

        @objc(addRows_cdObject:)
        @NSManaged public func addToRows_cd(_ value: Dest)

        @objc(removeRows_cdObject:)
        @NSManaged public func removeFromRows_cd(_ value: Dest)

        @objc(addRows_cd:)
        @NSManaged public func addToRows_cd(_ values: NSOrderedSet)

        @objc(removeRows_cd:)
        @NSManaged public func removeFromRows_cd(_ values: NSOrderedSet)

    }

    """

  @Test(arguments: [("Shop", "Shop"), ("Photo_Club Hub", "PhotoClubHub"), ("1 Shop", "_1Shop")])
  func theFileOfTheModel(name: String, prefix: String) throws {
    let entities = [Self.entity("A")]
    #expect(
      try Self.body("+CoreDataModel.swift", entities, name: name)
        == "import Foundation\nimport CoreData\n\n\n"
    )
    #expect(
      try Self.body("+CoreDataModel.swift", entities, "dialect=26", name: name) == """
        public import Foundation
        public import CoreData

        public typealias \(prefix)FoundationFrameworkSet = NSSet
        public typealias \(prefix)CoreDataFrameworkManagedObject = NSManagedObject



        """
    )
  }

  @Test func filesAreThoseThatTheModelAsksFor() throws {
    var entities = [
      Self.entity("Both"), Self.entity("Half", generation: .category),
      Self.entity("Own", generation: .manual), Self.entity("Plain", class: "", generation: .manual),
    ]
    #expect(
      try Self.files(entities).mapValues(\.mode) == [
        "Both+CoreDataClass.swift": .always, "Both+CoreDataProperties.swift": .always,
        "Half+CoreDataProperties.swift": .always, "Model+CoreDataModel.swift": .always,
      ]
    )
    #expect(
      try Self.files(entities, "all").mapValues(\.mode) == [
        "Both+CoreDataClass.swift": .always, "Both+CoreDataProperties.swift": .always,
        "Half+CoreDataClass.swift": .once, "Half+CoreDataProperties.swift": .always,
        "Own+CoreDataClass.swift": .once, "Own+CoreDataProperties.swift": .always,
        "Model+CoreDataModel.swift": .always,
      ]
    )
    entities.removeFirst(2)
    #expect(try Self.files(entities).isEmpty)
  }

  @Test func aKeptClassDoesNotSayThatItMustNotBeEdited() throws {
    let files = try Self.files([Self.entity("Own", generation: .manual)], "all")
    let text = try #require(files["Own+CoreDataClass.swift"]).text
    #expect(text.hasPrefix("//\n//  Own+CoreDataClass.swift\n//  \n//\n\nimport Foundation\n"))
  }
}
