extension ConsequenceTests {
  private static func entity(
    _ name: String,
    of parent: String? = nil,
    _ properties: String...
  ) -> String {
    let parent = parent.map { " parentEntity=\"\($0)\"" } ?? ""
    return "<entity name=\"\(name)\"\(parent)>\(properties.joined())</entity>"
  }

  private static let value =
    "<attribute name=\"v\" optional=\"YES\" attributeType=\"String\"/>"

  private static func relationship(
    _ name: String,
    _ kind: String,
    to destination: String,
    inverse: String? = nil
  ) -> String {
    let inverse = inverse.map { " inverseName=\"\($0)\" inverseEntity=\"\(destination)\"" } ?? ""
    return "<relationship name=\"\(name)\" \(kind) destinationEntity=\"\(destination)\"\(inverse)/>"
  }

  private static let one = #"optional="YES" maxCount="1""#
  private static let mandatory = #"maxCount="1""#
  private static let many = #"optional="YES" toMany="YES""#
  private static let copying =
    " / copy the values to keep in code before the migration, or in a stage"
  private static let connecting =
    " / connect the objects to others in code before the migration, or make it optional"

  /// Values that some objects keep and others lose.
  static let partialLosses = [
    Case(
      "an attribute moves to one of the children",
      entity("A", value) + entity("B", of: "A") + entity("C", of: "A"),
      entity("A") + entity("B", of: "A", value) + entity("C", of: "A"),
      says:
        "data-loss moved attribute B.v: the values of objects of A, C are lost / keep it in an "
        + "entity that all of them inherit from, or copy the values in code before the migration"
    ),
    Case(
      "an attribute moves to all children of a parent without objects",
      "<entity name=\"A\" isAbstract=\"YES\">\(value)</entity>" + entity("B", of: "A"),
      "<entity name=\"A\" isAbstract=\"YES\"/>" + entity("B", of: "A", value),
      says: "lightweight moved attribute B.v"
    ),
    Case(
      "attributes of children become one of the parent",
      entity("A") + entity("B", of: "A", value) + entity("C", of: "A", value),
      entity("A", value) + entity("B", of: "A") + entity("C", of: "A"),
      says: "lightweight moved attribute A.v"
    ),
    Case(
      "attributes of children of different types become one of the parent",
      entity("A") + entity("B", of: "A", value)
        + entity("C", of: "A", value.replacing("String", with: "Integer 32")),
      entity("A", value) + entity("B", of: "A") + entity("C", of: "A"),
      says:
        "mapping moved attribute A.v: Core Data infers no migration between these types / write a "
        + "mapping model or a stage, or add a new attribute and fill it in code"
    ),
    Case(
      "an optional attribute of a child becomes a mandatory one of the parent",
      "<entity name=\"A\" isAbstract=\"YES\"/>"
        + entity("B", of: "A", value.replacing("optional=\"YES\" ", with: ""))
        + entity("C", of: "A", value),
      "<entity name=\"A\" isAbstract=\"YES\">\(value.replacing("optional=\"YES\" ", with: ""))</entity>"
        + entity("B", of: "A") + entity("C", of: "A"),
      says:
        "mapping moved attribute A.v: migration fails for stores in which a value is missing "
        + "/ give it a default value"
    ),
    Case(
      "an entity leaves its tree",
      entity("A", value) + entity("B", of: "A", value.replacing("\"v\"", with: "\"w\"")),
      entity("A", value) + entity("B", value.replacing("\"v\"", with: "\"w\"")),
      says: "data-loss changed entity B: its objects lose A.v\(copying)"
    ),
    Case(
      "an entity leaves its tree and takes everything along",
      entity("A", value) + entity("B", of: "A"),
      entity("A", value) + entity("B", value),
      says: "lightweight changed entity B",
      "lightweight moved attribute B.v"
    ),
    Case(
      "a relationship leads to fewer entities",
      entity("A", relationship("b", one, to: "B")) + entity("B") + entity("C", of: "B"),
      entity("A", relationship("b", one, to: "C")) + entity("B") + entity("C", of: "B"),
      says:
        "data-loss changed relationship A.b: its connections to objects of B are lost / make its "
        + "destination an entity that includes all of them"
    ),
    Case(
      "what a relationship leads to leaves the tree",
      entity("A", relationship("b", one, to: "B")) + entity("B") + entity("C", of: "B"),
      entity("A", relationship("b", one, to: "B")) + entity("B") + entity("C"),
      says:
        "data-loss changed relationship A.b: its connections to objects of C are lost / make its "
        + "destination an entity that includes all of them",
      "lightweight changed entity C"
    ),
    Case(
      "the same, found by the inverse",
      entity("A", relationship("b", one, to: "B", inverse: "a"))
        + entity("B", relationship("a", many, to: "A", inverse: "b")) + entity("C", of: "B"),
      entity("A", relationship("b", one, to: "B", inverse: "a"))
        + entity("B", relationship("a", many, to: "A", inverse: "b")) + entity("C"),
      says: "data-loss changed entity C: its objects lose B.a\(copying)"
    ),
    Case(
      "a relationship leads to more entities",
      entity("A", relationship("b", one, to: "C")) + entity("B") + entity("C", of: "B"),
      entity("A", relationship("b", one, to: "B")) + entity("B") + entity("C", of: "B"),
      says: "lightweight changed relationship A.b"
    ),
    Case(
      "a relationship leads to other entities",
      entity("A", relationship("b", one, to: "B")) + entity("B") + entity("C"),
      entity("A", relationship("b", one, to: "C")) + entity("B") + entity("C"),
      says:
        "mapping changed relationship A.b: its destination changes, and Core Data infers no "
        + "connections / write a mapping model or a stage that connects the objects again"
    ),
    Case(
      "a to-one relationship gets a to-one inverse",
      entity("A", relationship("b", one, to: "B")) + entity("B"),
      entity("A", relationship("b", one, to: "B", inverse: "a"))
        + entity("B", relationship("a", one, to: "A", inverse: "b")),
      says:
        "data-loss changed relationship A.b: an object that several objects lead to stays connected to "
        + "one of them / give it a to-many inverse",
      "lightweight added relationship B.a"
    ),
    Case(
      "two relationships become each other's inverses",
      entity("A", relationship("b", one, to: "B")) + entity("B", relationship("a", one, to: "A")),
      entity("A", relationship("b", one, to: "B", inverse: "a"))
        + entity("B", relationship("a", one, to: "A", inverse: "b")),
      says:
        "data-loss changed relationship A.b: an object that several objects lead to stays connected to "
        + "one of them; objects whose connections differ from those of B.a are disconnected / give "
        + "it a to-many inverse / make both ends agree in code before the migration",
      "data-loss changed relationship B.a: an object that several objects lead to stays connected to "
        + "one of them; objects whose connections differ from those of A.b are disconnected / give "
        + "it a to-many inverse / make both ends agree in code before the migration"
    ),
    Case(
      "a to-many relationship gets an inverse that keeps its own connections",
      entity("A", relationship("b", many, to: "B", inverse: "c"))
        + entity(
          "B",
          relationship("a", one, to: "A"),
          relationship("c", many, to: "A", inverse: "b")
        ),
      entity("A", relationship("b", many, to: "B", inverse: "a"))
        + entity("B", relationship("a", one, to: "A", inverse: "b")),
      says:
        "data-loss changed relationship A.b: its connections are lost: it gets those of its "
        + "inverse B.a / keep its inverse, or copy its connections in code before the migration",
      "lightweight changed relationship B.a",
      "data-loss removed relationship B.c: all its connections are lost"
    ),
    Case(
      "relationships exchange their inverses",
      entity(
        "A",
        relationship("b", many, to: "B", inverse: "a"),
        relationship("d", many + " ordered=\"YES\"", to: "B", inverse: "c")
      )
        + entity(
          "B",
          relationship("a", one, to: "A", inverse: "b"),
          relationship("c", one, to: "A", inverse: "d")
        ),
      entity(
        "A",
        relationship("b", many, to: "B", inverse: "c"),
        relationship("d", many + " ordered=\"YES\"", to: "B", inverse: "a")
      )
        + entity(
          "B",
          relationship("a", one, to: "A", inverse: "d"),
          relationship("c", one, to: "A", inverse: "b")
        ),
      says:
        "lightweight changed relationship A.b: it gets the connections of its inverse B.c; its "
        + "own connections stay in B.a",
      "data-loss changed relationship A.d: it gets the connections of its inverse B.a; its own "
        + "connections stay in B.c, but their order is lost",
      "lightweight changed relationship B.a",
      "lightweight changed relationship B.c"
    ),
    Case(
      "a mandatory one does",
      entity("A", relationship("b", mandatory, to: "B")) + entity("B"),
      entity("A", relationship("b", mandatory, to: "B", inverse: "a"))
        + entity("B", relationship("a", one, to: "A", inverse: "b")),
      says:
        "data-loss changed relationship A.b: an object that several objects lead to stays connected to "
        + "one of them; migration fails for stores in which several objects of A lead to the same "
        + "object / give "
        + "it a to-many inverse\(connecting)",
      "lightweight added relationship B.a"
    ),
    Case(
      "the inverse of a mandatory one becomes to-one",
      entity("A", relationship("b", mandatory, to: "B", inverse: "as"))
        + entity("B", relationship("as", many, to: "A", inverse: "b")),
      entity("A", relationship("b", mandatory, to: "B", inverse: "as"))
        + entity("B", relationship("as", one, to: "A", inverse: "b")),
      says:
        "mapping changed relationship A.b: migration fails for stores in which several objects of "
        + "A lead "
        + "to the same object\(connecting)",
      "data-loss changed relationship B.as: of several objects that it leads to, all but one are "
        + "disconnected / decide in code which object stays, before the migration"
    ),
    Case(
      "a mandatory one becomes its own inverse",
      entity(
        "A",
        relationship("x", mandatory, to: "A", inverse: "y"),
        relationship("y", one, to: "A", inverse: "x")
      ),
      entity("A", relationship("x", mandatory, to: "A", inverse: "x")),
      says:
        "data-loss changed relationship A.x: an object that is connected to two objects through "
        + "the relationship and its inverse stays connected to one of them; migration fails for "
        + "stores in which it is not mutual / give it another relationship as its inverse\(connecting)",
      "lightweight removed relationship A.y: its connections stay in A.x"
    ),
    Case(
      "what leads to a renamed entity, and its inverse, are no changes",
      entity("A", relationship("b", one, to: "B", inverse: "as"))
        + entity("B", relationship("as", many, to: "A", inverse: "b")) + entity("C", of: "B"),
      entity("A", relationship("b", one, to: "N", inverse: "all"))
        + entity(
          "N",
          relationship("all", many + #" elementID="as""#, to: "A", inverse: "b")
        ).replacing("name=\"N\"", with: "name=\"N\" elementID=\"B\"") + entity("C", of: "N"),
      says: "lightweight renamed entity N",
      "lightweight renamed relationship N.all"
    ),
    Case(
      "a to-one relationship without an inverse becomes to-many",
      entity("A", relationship("b", one, to: "B")) + entity("B"),
      entity("A", relationship("b", many, to: "B")) + entity("B"),
      says:
        "data-loss changed relationship A.b: an object that several objects lead to stays connected to "
        + "one of them / give it a to-many inverse"
    ),
    Case(
      "the inverse of a many-to-many relationship is gone",
      entity("A", relationship("bs", many, to: "B", inverse: "as"))
        + entity("B", relationship("as", many, to: "A", inverse: "bs")),
      entity("A", relationship("bs", many, to: "B")) + entity("B"),
      says:
        "data-loss changed relationship A.bs: an object that several objects lead to stays connected to "
        + "one of them / keep a to-many inverse",
      "lightweight removed relationship B.as: its remaining connections stay in A.bs"
    ),
    Case(
      "objects go that others must be connected to",
      entity("A", relationship("b", mandatory, to: "B")) + entity("B") + entity("C", of: "B"),
      entity("A", relationship("b", mandatory, to: "B")) + entity("B"),
      says:
        "mapping changed relationship A.b: migration fails for stores in which its destination "
        + "objects are deleted or moved by the migration\(connecting)",
      "data-loss removed entity C: all its objects are deleted"
    ),
    Case(
      "objects go that others can be connected to",
      entity("A", relationship("b", one, to: "B")) + entity("B") + entity("C", of: "B"),
      entity("A", relationship("b", one, to: "B")) + entity("B"),
      says: "data-loss removed entity C: all its objects are deleted"
    ),
    Case(
      "a mandatory to-many relationship, which may be empty, becomes to-one",
      entity("A", relationship("b", #"toMany="YES""#, to: "B")) + entity("B"),
      entity("A", relationship("b", mandatory, to: "B")) + entity("B"),
      says:
        "data-loss changed relationship A.b: of several objects that it leads to, all but one are "
        + "disconnected; migration fails for stores in which objects have no connection / decide "
        + "in code which object stays, before the migration\(connecting)"
    ),
  ]

  // MARK: Missing values

  private static func attribute(_ type: String, _ form: String = "") -> String {
    "<entity name=\"A\"><attribute name=\"v\" attributeType=\"\(type)\" \(form)/></entity>"
  }

  /// A default value is advised where a model can state one.
  static let missing: [Case] = ["String", "Date", "UUID", "URI", "Binary", "Transformable"]
    .flatMap { type in
      let hasDefaults = !["Binary", "Transformable"].contains(type)
      return [
        Case(
          "a mandatory \(type) is added",
          "<entity name=\"A\"/>",
          attribute(type),
          says:
            "mapping added attribute A.v: migration fails for stores that have objects: they "
            + "would have no value / "
            + (hasDefaults
              ? "give it a default value, or make it optional"
              : "make it optional, and fill it in code after the migration")
        ),
        Case(
          "a \(type) becomes mandatory",
          attribute(type, "optional=\"YES\""),
          attribute(type),
          says:
            "mapping changed attribute A.v: migration fails for stores in which a value is missing / "
            + (hasDefaults
              ? "give it a default value" : "give the objects a value in code before the migration")
        ),
      ]
    }
}
