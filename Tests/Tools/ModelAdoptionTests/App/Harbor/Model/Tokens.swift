import CoreData

/// A class of objects inside of a function.
enum Tokens {
  static func faults() -> [String] {
    final class Token: NSManagedObject {
      @NSManaged var color, text: String?
      @objc @NSManaged private(set) dynamic var worth: Int16, uses: Int16

      func spend() { (worth, uses) = (3, uses + 1) }
    }
    let entity = NSEntityDescription()
    entity.name = "Token"
    entity.managedObjectClassName = NSStringFromClass(Token.self)
    entity.properties = [#keyPath(Token.color), #keyPath(Token.text), "worth", "uses"].map { name in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = ["worth", "uses"].contains(name) ? .integer16AttributeType : .stringAttributeType
      return attribute
    }
    let token = Token(entity: entity, insertInto: nil)
    token.color = "red"
    token.spend()
    token.spend()
    let isRight = token.color == "red" && token.text == nil && token.worth == 3 && token.uses == 2
    return isRight ? [] : ["a token"]
  }
}
