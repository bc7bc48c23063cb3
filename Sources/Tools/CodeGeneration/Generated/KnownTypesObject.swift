import TemplateEngine

/// The types that generated code needs, each under its name, with its module where a class or a property
/// of the model has that name.
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
