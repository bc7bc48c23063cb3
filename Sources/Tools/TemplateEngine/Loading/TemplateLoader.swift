internal import Diagnostics

/// Finds the templates that others include, import and extend.
package protocol TemplateLoader: Sendable {
  /// Returns the template with a name, as used in `include`, `import` and `extends`.
  func source(of name: String) throws(TemplateLoadingError) -> TemplateSource
}

/// The text of a template, and the path that diagnostics show.
package struct TemplateSource: Sendable, Hashable {
  package var text: String

  /// The path that diagnostics show.
  package var path: String

  package init(text: String, path: String) {
    self.text = text
    self.path = path
  }
}

/// The reason why a template cannot be loaded.
///
/// The caller adds the position.
package struct TemplateLoadingError: Error, Sendable, Hashable {
  package var message: String

  /// A remedy, if one is known.
  package var hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

/// Templates in memory.
package struct DictionaryLoader: TemplateLoader {
  private let templates: [String: String]

  package init(_ templates: [String: String] = [:]) {
    self.templates = templates
  }

  package func source(of name: String) throws(TemplateLoadingError) -> TemplateSource {
    guard let text = templates[name] else {
      throw TemplateLoadingError(
        "there is no template '\(name)'",
        hint: Suggestion.didYouMean(name, among: templates.keys.sorted())
      )
    }
    return TemplateSource(text: text, path: name)
  }
}
