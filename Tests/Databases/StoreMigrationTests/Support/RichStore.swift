import Foundation
import ManagedModel
import ModelComparison
import StoreMigration

/// Two versions with all kinds of changes: tables are rebuilt, renamed, dropped and created, rows are moved,
/// renumbered and deleted, relationships are stored elsewhere, defaults are filled in.
enum RichVersions {
  static var old: Model {
    Model(entities: [
      entity(
        "Album",
        [text("title"), one("artist", "Artist", "albums"), many("tags", "Tag", "albums")]
      ),
      entity("Artist", [text("name"), many("albums", "Album", "artist"), number("rank")]),
      entity("Band", [text("founded")], parent: "Artist"),
      entity("Draft", [text("note")]),
      entity("Tag", [text("name"), many("albums", "Album", "tags")]),
    ])
  }

  static var new: Model {
    var artist = entity(
      "Artist",
      [text("fullName", was: "name"), many("albums", "Album", "artists"), number("rank")]
    )
    artist.uniquenessConstraints = [UniquenessConstraint(members: [PropertyReference("fullName")])]
    var rating = number("rating")
    rating.change {
      $0.isOptional = false
      $0.defaultValueText = "3"
    }
    return Model(entities: [
      entity("Aaa", [text("first")]),
      entity(
        "Album",
        [
          text("title"), many("artists", "Artist", "albums", was: "artist"),
          many("tags", "Tag", "albums"), rating,
        ]
      ),
      artist,
      entity("Band", [text("founded"), text("ended")], parent: "Artist"),
      entity("Tag", [text("name"), one("albums", "Album", "tags")]),
    ])
  }

  private static func entity(_ name: String, _ properties: [Property], parent: String? = nil)
    -> Entity
  {
    var entity = Entity(name: name, properties: properties)
    entity.parentName = parent
    return entity
  }

  private static func text(_ name: String, was: String? = nil) -> Property {
    var attribute = Attribute(name: name, type: .string, isOptional: true)
    attribute.renamingIdentifier = was
    return .attribute(attribute)
  }

  private static func number(_ name: String) -> Property {
    .attribute(Attribute(name: name, type: .integer32, isOptional: true))
  }

  private static func many(
    _ name: String,
    _ destination: String,
    _ inverse: String,
    was: String? = nil
  ) -> Property {
    link(name, destination, inverse, isToMany: true, was: was)
  }

  private static func one(_ name: String, _ destination: String, _ inverse: String) -> Property {
    link(name, destination, inverse, isToMany: false, was: nil)
  }

  private static func link(
    _ name: String,
    _ destination: String,
    _ inverse: String,
    isToMany: Bool,
    was: String?
  ) -> Property {
    var relationship = Relationship(
      name: name,
      destinationName: destination,
      isToMany: isToMany,
      isOptional: true,
      inverseName: inverse,
      inverseEntityName: destination
    )
    relationship.renamingIdentifier = was
    return .relationship(relationship)
  }
}

extension Property {
  fileprivate mutating func change(_ body: (inout Attribute) -> Void) {
    guard case .attribute(var attribute) = self else { return }
    body(&attribute)
    self = .attribute(attribute)
  }
}
