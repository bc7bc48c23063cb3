import ManagedModel
import ObjectRows

@testable import SQLStore

/// A model value with every kind of property that the engine stores.
enum LibraryModel {
  static let model = ResolvedModel(
    Model(
      entities: [person, author, reader, book, tag, jacket, note, sample, badge],
      composites: [place, point]
    )
  )

  // MARK: Entities

  private static let person = Entity(
    name: "Person",
    properties: [
      attribute("name", .string), attribute("born", .date),
      toMany("friends", "Person", inverse: "friends"),
      toMany("edited", "Book", inverse: "editor", .deny),
      toOne("favourite", "Book", inverse: "fans"), toMany("badges", "Badge", inverse: "owner"),
    ],
    uniquenessConstraints: [unique("name")]
  )

  private static let author = Entity(
    name: "Author",
    parentName: "Person",
    properties: [
      attribute("penName", .string),
      toMany("books", "Book", inverse: "author", .cascade, isOrdered: true),
    ]
  )

  private static let reader = Entity(
    name: "Reader",
    parentName: "Person",
    properties: [attribute("card", .string), attribute("visits", .integer32)]
  )

  private static let book = Entity(
    name: "Book",
    properties: [
      attribute("title", .string) { $0.preservesValueInHistoryOnDeletion = true },
      attribute("isbn", .string),
      attribute("pages", .integer32) { $0.preservesValueInHistoryOnDeletion = true },
      attribute("cover", .binary) { $0.allowsExternalBinaryDataStorage = true },
      attribute("sortTitle", .string) {
        $0.isDerived = true
        $0.derivationExpression = "lowercase:(title)"
      },
      toOne("author", "Author", inverse: "books"),
      toOne("editor", "Person", inverse: "edited"),
      toMany("fans", "Person", inverse: "favourite"),
      toMany("tags", "Tag", inverse: "books", isOrdered: true),
      toOne("jacket", "Jacket", inverse: "book"),
      toMany("notes", "Note", inverse: nil, isOrdered: true),
    ],
    uniquenessConstraints: [unique("isbn")]
  )

  private static let tag = Entity(
    name: "Tag",
    properties: [attribute("label", .string), toMany("books", "Book", inverse: "tags")]
  )

  private static let jacket = Entity(
    name: "Jacket",
    properties: [
      attribute("colour", .string),
      toOne("book", "Book", inverse: "jacket", isOptional: false),
    ]
  )

  private static let note = Entity(
    name: "Note",
    properties: [
      attribute("text", .string),
      toOne("next", "Note", inverse: "previous", .cascade),
      toOne("previous", "Note", inverse: "next"),
    ]
  )

  /// An attribute of every type.
  private static let sample = Entity(
    name: "Sample",
    properties: [
      attribute("flag", .boolean), attribute("small", .integer16), attribute("medium", .integer32),
      attribute("large", .integer64), attribute("real", .double), attribute("single", .float),
      attribute("exact", .decimal), attribute("text", .string), attribute("moment", .date),
      attribute("bytes", .binary),
      attribute("picture", .binary) { $0.allowsExternalBinaryDataStorage = true },
      attribute("id", .uuid), attribute("link", .uri), attribute("thing", .transformable),
      attribute("place", .composite) { $0.compositeName = "Place" },
      Property.attribute(
        Attribute(name: "scratch", type: .string, isOptional: true, isTransient: true)
      ),
    ]
  )

  /// An entity whose unique values are not strings.
  private static let badge = Entity(
    name: "Badge",
    properties: [
      attribute("number", .integer64), attribute("series", .uuid),
      toOne("owner", "Person", inverse: "badges"),
    ],
    uniquenessConstraints: [unique("number", "series")]
  )

  // MARK: Composites

  private static let place = Composite(
    name: "Place",
    attributes: [
      composed("label", .string), composed("at", .composite) { $0.compositeName = "Point" },
      composed("thing", .transformable),
    ]
  )

  private static let point = Composite(
    name: "Point",
    attributes: [composed("x", .double), composed("y", .double)]
  )

  // MARK: Parts

  private static func composed(
    _ name: String,
    _ type: AttributeType,
    _ change: (inout Attribute) -> Void = { _ in }
  ) -> Attribute {
    var attribute = Attribute(name: name, type: type, isOptional: true)
    change(&attribute)
    return attribute
  }

  private static func attribute(
    _ name: String,
    _ type: AttributeType,
    _ change: (inout Attribute) -> Void = { _ in }
  ) -> Property { .attribute(composed(name, type, change)) }

  private static func toOne(
    _ name: String,
    _ destination: String,
    inverse: String?,
    _ rule: DeleteRule = .nullify,
    isOptional: Bool = true
  ) -> Property {
    .relationship(
      Relationship(
        name: name,
        destinationName: destination,
        isOptional: isOptional,
        inverseName: inverse,
        inverseEntityName: inverse.map { _ in destination },
        deleteRule: rule
      )
    )
  }

  private static func toMany(
    _ name: String,
    _ destination: String,
    inverse: String?,
    _ rule: DeleteRule = .nullify,
    isOrdered: Bool = false
  ) -> Property {
    var relationship = Relationship(
      name: name,
      destinationName: destination,
      isToMany: true,
      isOptional: true,
      inverseName: inverse,
      inverseEntityName: inverse.map { _ in destination },
      deleteRule: rule
    )
    relationship.isOrdered = isOrdered
    return .relationship(relationship)
  }

  private static func unique(_ names: String...) -> UniquenessConstraint {
    UniquenessConstraint(members: names.map { PropertyReference($0) })
  }
}
