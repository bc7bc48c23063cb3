import CoreData

/// A model that is made in code.
public final class Note: NSManagedObject {
  @NSManaged var body: String
  @NSManaged var count: Int
  @NSManaged var parent: Note?
  @NSManaged var children: NSMutableSet
}

enum Journal {
  static func makeModel() -> NSManagedObjectModel {
    let body = NSAttributeDescription()
    body.name = #keyPath(Note.body)
    body.attributeType = .stringAttributeType
    body.isOptional = true
    let count = NSAttributeDescription()
    count.name = #keyPath(Note.count)
    count.attributeType = .integer16AttributeType
    count.isOptional = true
    let note = NSEntityDescription()
    note.name = "Note"
    note.managedObjectClassName = NSStringFromClass(Note.self)
    let parent = NSRelationshipDescription()
    let children = NSRelationshipDescription()
    parent.name = #keyPath(Note.parent)
    parent.maxCount = 1
    parent.isOptional = true
    children.name = #keyPath(Note.children)
    children.isOptional = true
    for (relationship, inverse) in [(parent, children), (children, parent)] {
      relationship.destinationEntity = note
      relationship.inverseRelationship = inverse
      relationship.deleteRule = .nullifyDeleteRule
    }
    note.properties = [body, count, parent, children]
    let model = NSManagedObjectModel()
    model.entities = [note]
    return model
  }
}
