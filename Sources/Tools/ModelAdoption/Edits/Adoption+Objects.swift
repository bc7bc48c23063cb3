import SwiftSource

// `NSManagedObject(entity: entity, insertInto: context)`: on Apple's platforms an object of the entity's class.

extension Adoption {
  mutating func adoptObjects(in file: Int) {
    let source = module.files[file].source
    var isNeeded = false
    for index in source.tokens.indices where source.is(index, "NSManagedObject") {
      guard !source.isInactiveOnLinux(index), source.isJoined(index) else { continue }
      let isQualified = source.is(index - 1, ".") && source.is(index - 2, "CoreData")
      guard isQualified || !source.is(index - 1, ".") else { continue }
      let isExplicit = source.is(index + 1, ".") && source.is(index + 2, "init")
      let open = isExplicit ? index + 3 : index + 1
      guard source.is(open, "("), source.is(open + 1, "entity"), source.is(open + 2, ":"),
        source.arguments(of: open).count == 2
      else { continue }
      isNeeded = true
      replace(
        source.range((isQualified ? index - 2 : index)...open - 1),
        of: file,
        with: "newManagedObject",
        .objectiveC,
        "without Objective-C, an initializer does not create an object of the entity's class"
      )
    }
    guard isNeeded else { return }
    append(
      Self.function,
      to: file,
      unless: "newManagedObject",
      .objectiveC,
      "the function that creates an object of an entity's class"
    )
  }

  private static let function = """

    /// Creates an object of the class of an entity, and inserts it into a context if there is one.
    private func newManagedObject(
      entity: NSEntityDescription,
      insertInto context: NSManagedObjectContext?
    ) -> NSManagedObject {
      #if canImport(ObjectiveC)
      return NSManagedObject(entity: entity, insertInto: context)
      #else
      return entity.newObject(insertInto: context)
      #endif
    }

    """
}
