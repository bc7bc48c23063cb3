import TemplateEngine

/// The types that generated code refers to, by name; qualified by the module if a class or a property
/// of the model has the same name.
final class KnownTypesObject: TemplateObject {
  private let typing: SwiftTyping

  init(_ typing: SwiftTyping) {
    self.typing = typing
  }

  private static let names = TemplateKeyTable(KnownTypes.modules.keys.map(TemplateKey.init))

  var keys: [String] { KnownTypes.modules.keys.sorted() }

  var isEmpty: Bool { false }

  func value(forKey key: TemplateKey) -> TemplateValue? {
    Self.names.place(of: key).map { _ in .string(typing.inExpressions(key.text)) }
  }
}
