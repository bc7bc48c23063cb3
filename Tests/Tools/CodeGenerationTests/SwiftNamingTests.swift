import Diagnostics
import JSON
import ManagedModel
import TemplateEngine
import Testing

@testable import CodeGeneration

struct SwiftNamingTests {
  private func naming(_ entities: [Entity], composites: [Composite] = []) -> SwiftNaming {
    SwiftNaming(ResolvedModel(Model(entities: entities, composites: composites)))
  }

  private func attributes(_ names: String...) -> [Property] {
    names.map { .attribute(Attribute(name: $0, type: .string)) }
  }

  private func texts(_ naming: SwiftNaming, entity: Int, count: Int) -> [String] {
    (0..<count).map {
      naming.property(at: PropertyLocation(entity: entity, property: $0)).text
    }
  }

  @Test(
    arguments: [
      (nil, nil), ("", nil), ("NSManagedObject", nil), (".NSManagedObject", "NSManagedObject"),
      ("Player", "Player"), (".Player", "Player"), ("Sports.Player", "Player"),
      ("a.b.C", "C"), ("class", "`class`"), ("My Class", "My_Class"),
      ("A\"; evil()", "A___evil__"), ("../X", "_X"), ("X\n", "X_"), ("Sports.", nil), (".", nil),
    ] as [(String?, String?)]
  )
  func classes(text: String?, expected: String?) {
    let naming = naming([Entity(name: "E", representedClassName: text)])
    #expect(naming.className(of: 0)?.text == expected)
  }

  @Test func propertiesThatEveryObjectHasAreRenamed() {
    let names = ["description", "hash", "objectID", "isDeleted", "self", "init", "entity"]
    let naming = naming([
      Entity(name: "E", properties: names.map { .attribute(Attribute(name: $0)) })
    ])
    #expect(texts(naming, entity: 0, count: 7) == names.map { $0 + "_" })
    #expect(naming.issues.map(\.rule) == Array(repeating: .inheritedMember, count: 7))
    #expect(
      naming.issues.first?.message
        == "the attribute 'description' of 'E' has the name of a member of every managed object; "
        + "generated code says 'description_'"
    )
  }

  @Test func wordsThatOnlyLookReservedStay() {
    let naming = naming([Entity(name: "E", properties: attributes("deleted", "updated", "context"))]
    )
    #expect(texts(naming, entity: 0, count: 3) == ["deleted", "updated", "context"])
    #expect(naming.issues.isEmpty)
  }

  @Test func namesThatBecomeEqualAreDistinguished() {
    let naming = naming([
      Entity(name: "E", properties: attributes("a_b", "a-b", "a b", "description", "description_"))
    ])
    #expect(
      texts(naming, entity: 0, count: 5)
        == ["a_b", "a_b_2", "a_b_3", "description_", "description__2"]
    )
    #expect(
      naming.issues.map(\.rule)
        == [.ambiguousName, .ambiguousName, .inheritedMember, .ambiguousName]
    )
  }

  @Test func namesDifferFromInheritedOnes() {
    let naming = naming([
      Entity(name: "Child", parentName: "Parent", properties: attributes("a-b", "own")),
      Entity(name: "Parent", properties: attributes("a_b")),
      Entity(name: "Sibling", parentName: "Parent", properties: attributes("a.b", "a_b")),
    ])
    #expect(texts(naming, entity: 0, count: 2) == ["a_b_2", "own"])
    #expect(texts(naming, entity: 1, count: 1) == ["a_b"])
    #expect(texts(naming, entity: 2, count: 2) == ["a_b_2", "a_b"])
  }

  @Test func peopleMayNameThings() {
    var attribute = Attribute(name: "description", type: .string)
    attribute.userInfo = UserInfo(entries: [UserInfoEntry(key: "swiftName", value: "details")])
    var hostile = Attribute(name: "other", type: .string)
    hostile.userInfo = UserInfo(entries: [UserInfoEntry(key: "momgen.swiftName", value: "a; b")])
    let naming = naming([
      Entity(name: "E", properties: [.attribute(attribute), .attribute(hostile)])
    ])
    #expect(texts(naming, entity: 0, count: 2) == ["details", "other"])
    #expect(naming.issues.map(\.rule) == [.badName])
  }

  @Test func entitiesThatShareAClassHaveAnOwner() {
    let naming = naming([
      Entity(name: "A", representedClassName: "Shared"),
      Entity(name: "B", representedClassName: ".Shared"),
      Entity(name: "C", representedClassName: "shared"),
    ])
    #expect(naming.classOwners == [1: 0])
    #expect(naming.issues.map(\.rule) == [.sharedClass])
    #expect(naming.fileNames == ["Shared", "Shared_3", "shared_2"])
  }

  @Test func theAncestorOwnsASharedClass() {
    let naming = naming([
      Entity(name: "Child", representedClassName: "Shared", parentName: "Parent"),
      Entity(name: "Parent", representedClassName: "Shared"),
    ])
    #expect(naming.classOwners == [0: 1])
    #expect(naming.fileNames == ["Shared_2", "Shared"])
  }

  @Test(
    arguments: [
      (["items", "Items"], ["addToItems"]), (["itemsSet", "items"], ["itemsSet()"]),
      (["items", "itemsSet"], ["itemsSet()"]), (["items", "ItemsSet"], []),
      (["items", "itemsObject"], ["addItemsObject:"]),
      (["itemsAtIndexes", "items"], ["removeItemsAtIndexes:"]),
      (["-name", "-Name"], ["setName:"]), (["-name", "-primitiveName"], ["primitiveName"]),
      (["-primitiveName", "-name"], ["primitiveName"]), (["-name", "Name"], ["setName:"]),
      (["-items", "-itemsSet"], []), (["-items", "itemsObject"], []),
      (["items", "-addToItems"], []),
      (["-a", "-b", "c", "d"], []),
    ] as [([String], [String])]
  )
  func accessorsClash(names: [String], accessors: [String]) {
    let properties = names.map { name in
      name.hasPrefix("-")
        ? Property.attribute(Attribute(name: String(name.dropFirst())))
        : .relationship(Relationship(name: name, destinationName: "E", isToMany: true))
    }
    // Whether a property is inherited makes no difference.
    let whole = [Entity(name: "E", properties: properties)]
    let split = [
      Entity(name: "E", parentName: "P", properties: Array(properties.dropFirst())),
      Entity(name: "P", properties: Array(properties.prefix(1))),
    ]
    for entities in [whole, split] {
      let issues = naming(entities).issues.filter { $0.rule == .accessorClash }
      #expect(issues.map { $0.message.split(separator: "'").first.map(String.init) } == accessors)
      #expect(issues.allSatisfy { $0.hint != nil })
    }
  }

  @Test func typesThatGoWithClassesClash() {
    let issues = naming(
      ["Player", "_Player", "PlayerAttributes", "TeamAttributes"].map {
        Entity(name: $0, representedClassName: $0)
      }
    ).issues
    #expect(issues.map(\.rule) == [.accessorClash, .accessorClash])
    #expect(
      issues.first?.message
        == "the class '_Player' has the name of a type that goes with 'Player' in some template sets"
    )
  }

  @Test func managedNamesAreThoseOfTheModelIfSwiftAllows() {
    let names = ["className", "description", "a-b", "a_b", "release", "internal"]
    let properties = names.map { Property.attribute(Attribute(name: $0)) }
    let resolved = ResolvedModel(Model(entities: [Entity(name: "E", properties: properties)]))
    let context = ContextModel(resolved, name: "M", version: "M")
    let managed = names.indices.map {
      context.managedName(at: PropertyLocation(entity: 0, property: $0)).text
    }
    #expect(managed == ["className", "description_", "a_b", "a_b_2", "release", "`internal`"])
  }

  @Test func hiddenTypesAreQualified() {
    let naming = naming([
      Entity(name: "Data", representedClassName: "Data"),
      Entity(name: "Set", representedClassName: "Set"),
    ])
    let resolved = ResolvedModel(
      Model(entities: [Entity(name: "Set", representedClassName: "Set")])
    )
    let typing = SwiftTyping(resolved, naming: naming)
    #expect(naming.issues.map(\.rule) == [.shadowedType, .shadowedType])
    #expect(typing.type(of: Attribute(name: "a", type: .binary)).value == "Foundation.Data")
    #expect(typing.type(of: Attribute(name: "a", type: .date)).value == "Date")
    let many = Relationship(name: "r", destinationName: "Set", isToMany: true)
    #expect(typing.valueType(of: many) == "Swift.Set<Data>")
  }

  @Test func aHiddenModuleIsAnErrorOnlyIfItIsNeeded() {
    #expect(naming([Entity(name: "F", representedClassName: "Foundation")]).issues.isEmpty)
    let both = naming([
      Entity(name: "F", representedClassName: "Foundation"),
      Entity(name: "D", representedClassName: "Data"),
      Entity(name: "S", representedClassName: "Swift"),
    ])
    #expect(both.issues.map(\.rule) == [.shadowedModule, .shadowedType])
  }

  /// In expressions, a property's name shadows the type's.
  @Test func typesThatAPropertyIsNamedLikeAreQualifiedInExpressions() {
    var role = Attribute(name: "role", type: .string)
    role.userInfo = UserInfo(entries: [UserInfoEntry(key: "RawType", value: "Role")])
    var entity = Entity(name: "E", representedClassName: "E")
    entity.properties = [
      .attribute(Attribute(name: "UUID", type: .uuid)), .attribute(role),
      .attribute(Attribute(name: "Role", type: .string)),
      .attribute(Attribute(name: "Foundation", type: .string)),
    ]
    let resolved = ResolvedModel(Model(entities: [entity]))
    let naming = SwiftNaming(resolved)
    let typing = SwiftTyping(resolved, naming: naming)
    #expect(typing.known("UUID") == "UUID" && typing.inExpressions("UUID") == "Foundation.UUID")
    #expect(typing.inExpressions("Date") == "Date")
    let names = (0..<4).map { naming.property(at: PropertyLocation(entity: 0, property: $0)).text }
    #expect(names == ["UUID", "role", "Role_2", "Foundation_2"])
    #expect(naming.issues.map(\.rule) == [.ambiguousName, .ambiguousName])
  }

  @Test func invalidModuleNamesAreReported() throws {
    var entity = Entity(name: "E", representedClassName: "E")
    let value = "MapKit, a b ,,CoreLocation.CLLocation,\tUIKit\n, struct X.Y, 1,"
    let source = SourceOffset(7)
    entity.userInfo = UserInfo(entries: [
      UserInfoEntry(key: "momgen.imports", value: value, source: source),
      UserInfoEntry(key: "additionalImports", value: "not looked at"),
    ])
    let resolved = ResolvedModel(Model(entities: [entity]))
    let issues = SwiftNaming(resolved).issues
    #expect(issues.map(\.rule) == [.badName, .badName, .badName])
    #expect(issues.allSatisfy { $0.source == source && $0.attribute == "value" })
    #expect(
      issues[0].message.hasPrefix("'a b', which 'E' asks to import, is not the name of a module")
    )
    let object = EntityObject(ContextModel(resolved, name: "M", version: "M"), 0)
    let imports = try #require(object.value(forKey: "imports"))
    #expect(
      JSONText(.compact).text(of: JSONValue(imports))
        == #"["MapKit","CoreLocation.CLLocation","UIKit"]"#
    )
  }

  @Test func compositesStandBesideClasses() {
    let naming = naming(
      [Entity(name: "Address", representedClassName: "Address")],
      composites: [Composite(name: "Address"), Composite(name: "Geo Point")]
    )
    #expect(naming.compositeName("Address")?.text == "Address_2")
    #expect(naming.compositeName("Geo Point")?.text == "Geo_Point")
  }
}
