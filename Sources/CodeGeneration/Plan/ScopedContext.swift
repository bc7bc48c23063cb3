import TemplateEngine

/// The context of one file: the whole context, and what the file is about.
final class ScopedContext: TemplateObject {
  private let base: GenerationContext
  private let additions: [(key: String, value: TemplateValue)]

  init(_ base: GenerationContext, _ additions: [(key: String, value: TemplateValue)]) {
    self.base = base
    self.additions = additions
  }

  var keys: [String] { additions.map(\.key) + base.keys }

  var isEmpty: Bool { false }

  func value(forKey key: String) -> TemplateValue? {
    additions.first { $0.key == key }?.value ?? base.value(forKey: key)
  }
}
