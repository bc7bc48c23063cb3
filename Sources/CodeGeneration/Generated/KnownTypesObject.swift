import TemplateEngine

/// The types that generated code needs, each under its name, with its module where a class of the model has
/// that name.
final class KnownTypesObject: TemplateObject {
  private let typing: SwiftTyping

  init(_ typing: SwiftTyping) {
    self.typing = typing
  }

  var keys: [String] { KnownTypes.modules.keys.sorted() }

  var isEmpty: Bool { false }

  func value(forKey key: String) -> TemplateValue? {
    KnownTypes.modules[key] == nil ? nil : .string(typing.known(key))
  }
}
