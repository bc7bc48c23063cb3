/// The class of an entity's objects, taken out of `representedClassName`.
package struct EntityClass: Sendable, Hashable {
  /// The module of the class.
  package enum Module: Sendable, Hashable {
    /// The file does not say: Objective-C's global names.
    case unspecified
    /// `.Player`: the module that is being compiled.
    case current
    /// `Sports.Player`
    case named(String)
  }

  package let module: Module
  package let name: String

  /// The class of an entity, or nil when it has none of its own and its objects are instances of
  /// `NSManagedObject`.
  package init?(of entity: Entity) {
    guard let text = entity.representedClassName, !text.isEmpty, text != "NSManagedObject" else {
      return nil
    }
    guard let dot = text.lastIndex(of: ".") else {
      module = .unspecified
      name = text
      return
    }
    // With several dots, only the text after the last can be the name of a class.
    name = String(text[text.index(after: dot)...])
    module = dot == text.startIndex ? .current : .named(String(text[..<dot]))
    guard !name.isEmpty else { return nil }
  }
}
