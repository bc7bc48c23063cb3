import ModelAdoption

extension AdoptionRule {
  var advice: Advice {
    switch self {
    case .keyPaths:
      Advice(
        "#keyPath is resolved by the Objective-C runtime, which Linux does not have; the compiler refuses it there.",
        remedy: "'momgen adopt' replaces it by its string.",
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
        "Without Objective-C a method can be overridden only in the body of a class, and only if it is declared in one, not in an extension.",
        remedy:
          "'momgen adopt' moves the override into the class, if the class is in one of the files.",
        example: "extension Player { override func awakeFromInsert() {} }"
      )
    case .literals:
      Advice(
        "Foundation's sets can be written as array literals on Apple's platforms; on Linux they do not conform to the protocol.",
        remedy: "'momgen adopt' writes an initializer that works on both.",
        example: "player.teams = NSSet(array: [crew, staff])"
      )
    case .imports:
      Advice(
        "A module such as UIKit or Combine exists on Apple's platforms only, so that neither its import nor a declaration with its types compiles on Linux.",
        remedy:
          "'momgen adopt' puts the import, and the declarations with types of the module, between #if canImport(Module) and #endif.",
        example: "import Combine"
      )
    case .unavailable:
      Advice(
        """
        The code uses an interface that needs Objective-C, Combine or a framework of Apple's platforms, and no \
        edit can give it the same meaning on Linux.
        """,
        remedy:
          "The hint names an alternative for both platforms. Otherwise keep the code between #if canImport(ObjectiveC) and #endif.",
        example: "player.objectWillChange"
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
        "A name such as Predicate exists in two modules, or is qualified with Foundation although CoreData has the type on Linux.",
        remedy: "'momgen adopt' writes the name so that both platforms find the same type.",
        example: "let predicate: Foundation.NSPredicate"
      )
    case .accessors:
      Advice(
        """
        An @NSManaged declaration gets its accessor on Linux from a companion file, whose symbol is computed from the \
        declaration. Here the symbol cannot be computed, for example because a type comes from an unknown module.
        """,
        remedy:
          "'momgen adopt' writes the accessor beside the declaration; if it cannot, the hint names the type to write differently.",
        example: "@NSManaged var shape: Geometry.Shape?"
      )
    }
  }
}
