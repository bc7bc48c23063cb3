import ModelAdoption

extension AdoptionRule {
  var advice: Advice {
    switch self {
    case .keyPaths:
      Advice(
        "#keyPath is resolved by the Objective-C runtime, which Linux does not have; the compiler refuses it there.",
        remedy: "'momgen adopt' writes the string for which it stands.",
        example: "NSSortDescriptor(key: #keyPath(Player.name), ascending: true)"
      )
    case .objectiveC:
      Advice(
        "@objc, @objcMembers and #selector need Objective-C, and do not compile on Linux.",
        remedy: "'momgen adopt' puts them between #if canImport(ObjectiveC) and #endif.",
        example: "@objc(Player) final class Player: NSManagedObject {}"
      )
    case .overrides:
      Advice(
        "Without Objective-C a method can be overridden in the body of a class only, not in an extension.",
        remedy:
          "'momgen adopt' moves the override into the class, if the class is in one of the files.",
        example: "extension Player { override func awakeFromInsert() {} }"
      )
    case .conformances:
      Advice(
        "NSManagedObject conforms to Identifiable, or to another protocol, on Linux already; a second conformance does not compile.",
        remedy: "'momgen adopt' keeps the extension for where there is Objective-C.",
        example: "extension Player: Identifiable {}"
      )
    case .casts:
      Advice(
        "A cast between types of fetch requests works by bridging on Apple's platforms, and always fails without Objective-C.",
        remedy: "'momgen adopt' writes an initializer that works on both.",
        example:
          "let request = NSFetchRequest<NSFetchRequestResult>(entityName: \"Player\") as? NSFetchRequest<Player>"
      )
    case .names:
      Advice(
        "A type is qualified with Foundation, and Foundation lacks it on Linux, where the module CoreData has it.",
        remedy: "'momgen adopt' removes the qualification.",
        example: "let predicate: Foundation.NSPredicate"
      )
    case .accessors:
      Advice(
        """
        An @NSManaged declaration gets its accessor on Linux from a companion file, whose symbol is computed from the \
        declaration. Here the symbol cannot be computed, for example because a type comes from an unknown module.
        """,
        remedy:
          "'momgen adopt' writes the accessor beside the declaration; where it cannot, the hint says which type to name otherwise.",
        example: "@NSManaged var shape: Geometry.Shape?"
      )
    }
  }
}
