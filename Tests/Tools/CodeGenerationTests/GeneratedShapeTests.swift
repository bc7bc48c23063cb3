import ManagedModel
import Testing

@testable import CodeGeneration

/// The declarations of each class, when entities and classes do not correspond one to one.
struct GeneratedShapeTests {
  private static func entity(
    _ name: String,
    _ className: String? = nil,
    parent: String? = nil,
    ignored: Bool = false,
    _ attributes: String...
  ) -> Entity {
    var entity = Entity(name: name, representedClassName: className, parentName: parent)
    entity.properties = attributes.map { .attribute(Attribute(name: $0, type: .string)) }
    if ignored {
      entity.userInfo = UserInfo(entries: [UserInfoEntry(key: "momgen.ignore", value: "")])
    }
    return entity
  }

  private static func context(_ entities: Entity...) -> ContextModel {
    ContextModel(ResolvedModel(Model(entities: entities)), name: "M", version: "M")
  }

  private static func names(_ locations: [PropertyLocation], _ context: ContextModel) -> [String] {
    locations.map { context.resolved.property(at: $0).name }
  }

  @Test func indicesBeginWithTheFarthestAncestor() {
    let context = Self.context(
      Self.entity("C", "C", parent: "B", "a", "k"),
      Self.entity("A", "A", "z", "b"),
      Self.entity("B", "B", parent: "A", "é", "d", "b")
    )
    func index(_ entity: Int, _ property: Int) -> Int? {
      context.indices[PropertyLocation(entity: entity, property: property)]
    }
    #expect([index(1, 1), index(1, 0)] == [0, 1])
    // Declared again, `b` keeps its place; by code points `é` comes after `d`.
    #expect([index(2, 2), index(2, 1), index(2, 0)] == [0, 2, 3])
    #expect([index(0, 0), index(0, 1)] == [4, 5])
    #expect(index(0, 2) == nil && index(7, 0) == nil)
  }

  @Test func subclassesDeclareTheirOwn() {
    let context = Self.context(
      Self.entity("A", "A", "z", "b"),
      Self.entity("B", "B", parent: "A", "d", "c", "z")
    )
    let shape = context.shape(of: 1)
    #expect(shape.superclass == 0 && shape.generatedSuperclass == 0)
    #expect(Self.names(shape.keys.map(\.location), context) == ["c", "d"])
    #expect(Self.names(shape.accessors, context) == ["d", "c"])
    #expect(shape.accessorsInLine == ["z", "b", "c", "d"])
    #expect(Self.names(shape.names, context) == ["d", "c"])
    #expect(shape.superkeys == [0] && shape.supernames == 0)
  }

  @Test func superclassesWithKeysAreListedFromTheRoot() {
    let context = Self.context(
      Self.entity("A", "A", "a"),
      Self.entity("B", "B", parent: "A", "b"),
      Self.entity("C", "C", parent: "B"),
      Self.entity("D", "D", parent: "C", ignored: true, "d"),
      Self.entity("E", "E", parent: "D", "e")
    )
    #expect(context.shape(of: 4).superkeys == [0, 1])
  }

  @Test func ancestorsWithoutClassAreProvidedFor() {
    let context = Self.context(
      Self.entity("A", "A", "a"),
      Self.entity("B", nil, parent: "A", "b"),
      Self.entity("C", "C", parent: "B", "c")
    )
    let shape = context.shape(of: 2)
    #expect(shape.superclass == 0 && shape.generatedSuperclass == 0)
    #expect(Self.names(shape.keys.map(\.location), context) == ["b", "c"])
    #expect(Self.names(shape.accessors, context) == ["b", "c"])
  }

  @Test func handwrittenClassesHaveAccessorsAndNoKeys() {
    let context = Self.context(
      Self.entity("A", "A", "a"),
      Self.entity("B", "B", parent: "A", ignored: true, "b"),
      Self.entity("C", "C", parent: "B", "c")
    )
    let shape = context.shape(of: 2)
    #expect(shape.superclass == 1 && shape.generatedSuperclass == 0)
    #expect(Self.names(shape.keys.map(\.location), context) == ["b", "c"])
    #expect(Self.names(shape.accessors, context) == ["c"])
  }

  @Test func superclassesWithoutPropertiesHaveNoKeys() {
    let context = Self.context(
      Self.entity("A", "A", "a"),
      Self.entity("B", "B", parent: "A"),
      Self.entity("C", "C", parent: "B", "c")
    )
    let middle = context.shape(of: 1)
    #expect(middle.keys.isEmpty && middle.names.isEmpty && middle.superkeys == [0])
    let shape = context.shape(of: 2)
    #expect(shape.generatedSuperclass == 1 && shape.superkeys == [0] && shape.supernames == 0)
    #expect(Self.names(shape.keys.map(\.location), context) == ["c"])
  }

  @Test(
    "Cases of keys are named like no other member",
    arguments: [
      ("email", "email"), ("default", "`default`"), ("first", "first_"), ("first_", "first__"),
      ("firsts", "firsts"), ("end", "end_"), ("table__", "table___"), ("count", "count"),
      ("Type", "Type_"), ("_end", "_end"),
    ]
  )
  func keyNames(name: String, key: String) {
    #expect(SwiftIdentifier(near: name).keyName == key)
  }

  @Test func sharedClassesEndInOneClass() {
    let parentLast = Self.context(
      Self.entity("B", "X", parent: "A", "b"),
      Self.entity("A", "X", "a")
    )
    let shape = parentLast.shape(of: 0)
    #expect(shape.superclass == nil && shape.generatedSuperclass == nil)
    #expect(Self.names(shape.accessors, parentLast) == ["a", "b"])
    let sibling = Self.context(
      Self.entity("A", "X", "a"),
      Self.entity("B", "X", "b"),
      Self.entity("C", "C", parent: "B", "a", "c")
    )
    #expect(sibling.shape(of: 2).superclass == 1)
    #expect(sibling.shape(of: 2).generatedSuperclass == 0)
    #expect(Self.names(sibling.shape(of: 2).accessors, sibling) == ["b", "c"])
  }

  @Test func circlesOfSharedClassesEnd() {
    let context = Self.context(
      Self.entity("A", "X", parent: "B", "a"),
      Self.entity("B", "Y", "b"),
      Self.entity("C", "Y", parent: "D", "c"),
      Self.entity("D", "X", "d")
    )
    #expect(context.shape(of: 0).superclass == 1)
    #expect(context.shape(of: 1).superclass == nil)
  }
}
