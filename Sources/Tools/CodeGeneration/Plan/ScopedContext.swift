import TemplateEngine

/// The context of one file: the whole context, and the subject of the file.
final class ScopedContext: TemplateObject {
  private let base: GenerationContext
  private let additions: [(key: TemplateKey, value: TemplateValue)]

  init(_ base: GenerationContext, _ additions: [(key: TemplateKey, value: TemplateValue)]) {
    self.base = base
    self.additions = additions
  }

  static let model = TemplateKey("model")
  static let entity = TemplateKey("entity")

  var keys: [String] { additions.map(\.key.text) + base.keys }

  var isEmpty: Bool { false }

  func value(forKey key: TemplateKey) -> TemplateValue? {
    additions.first { $0.key == key }?.value ?? base.value(forKey: key)
  }
}
