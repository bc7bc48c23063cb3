import CoreData
import Foundation

// The model for the tests of library code: shelves with books, and people who write them.

class Shelf: NSManagedObject {
  var label: String? {
    get { value(forKey: #function) as? String }
    set { setValue(newValue, forKey: #function) }
  }

  var books: NSOrderedSet { mutableOrderedSetValue(forKey: "books") }
}

class Book: NSManagedObject, Identifiable {
  var name: String? {
    get {
      willAccessValue(forKey: "name")
      defer { didAccessValue(forKey: "name") }
      return primitiveValue(forKey: "name") as? String
    }
    set {
      willChangeValue(forKey: "name")
      defer { didChangeValue(forKey: "name") }
      setPrimitiveValue(newValue, forKey: "name")
    }
  }

  var pages: Int {
    get { (self["pages"] as? NSNumber)?.intValue ?? 0 }
    set { self["pages"] = newValue }
  }

  var id: UUID? { self["id"] as? UUID }

  override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue(UUID(), forKey: "id")
  }
}

final class Atlas: Book {
  override class func entity() -> NSEntityDescription {
    guard let entity = Library.model.entitiesByName["Atlas"] else { return super.entity() }
    return entity
  }
}

enum Library {
  nonisolated(unsafe) static let model = makeModel()

  static func makeModel() -> NSManagedObjectModel {
    let shelf = NSEntityDescription(for: Shelf.self, named: "Shelf")
    let book = NSEntityDescription(for: Book.self, named: "Book")
    let atlas = NSEntityDescription(for: Atlas.self, named: "Atlas")
    shelf.add(.make("label", .stringAttributeType, isOptional: false) { $0.defaultValue = "new" })
    book.add(
      .make("name", .stringAttributeType) { name in
        name.setValidationPredicates(
          [NSPredicate(format: "length > 0"), NSPredicate(format: "SELF MATCHES %@", "[A-Z].*")],
          withValidationWarnings: ["has no name", "does not begin with a capital"]
        )
      }
    )
    book.add(.make("pages", .integer32AttributeType) { $0.defaultValue = 0 })
    book.add(.make("id", .UUIDAttributeType))
    atlas.add(.make("scale", .doubleAttributeType))
    book.subentities = [atlas]
    book.uniquenessConstraints = [["id"]]
    book.indexes = [
      NSFetchIndexDescription(
        name: "byName",
        elements: book.attributesByName["name"].map {
          [NSFetchIndexElementDescription(property: $0, collationType: .binary)]
        }
      )
    ]
    NSRelationshipDescription.connect(
      (shelf, "books"),
      toMany: (book, "shelf"),
      ordered: true,
      deleting: .cascadeDeleteRule
    )
    let model = NSManagedObjectModel()
    model.entities = [shelf, book, atlas]
    model.setEntities([shelf, book, atlas], forConfigurationName: "Local")
    return model
  }
}
