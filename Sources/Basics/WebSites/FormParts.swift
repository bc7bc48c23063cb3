import WebGuarding
import WebPages

/// Elements of forms that all sites share.
package enum FormParts {
  /// A form that is posted to a URL, with the CSRF token.
  package static func form(
    _ action: HTMLAttribute,
    _ token: FormToken,
    _ hidden: [(String, String)] = [],
    _ attributes: HTMLAttribute? = nil,
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    element("form", .plain("method", "post"), action, attributes) {
      self.hidden(FormToken.field, token.text)
      hidden.map { self.hidden($0.0, $0.1) }
      content()
    }
  }

  /// A hidden input.
  package static func hidden(_ name: String, _ value: String) -> HTML {
    void("input", .plain("type", "hidden"), .plain("name", name), .plain("value", value))
  }

  /// A submit button; a label distinguishes buttons with the same title.
  package static func button(
    _ title: String,
    _ label: String? = nil,
    isDisabled: Bool = false
  ) -> HTML {
    element(
      "button",
      label.map { .plain("aria-label", $0) },
      isDisabled ? .plain("disabled") : nil
    ) { title }
  }

  /// The suggestions of an input, under the identifier of its `list` attribute.
  package static func suggestions(
    _ id: String,
    _ choices: [(value: String, title: String?)]
  ) -> HTML {
    element("datalist", .id(id)) {
      choices.map { choice in
        guard let title = choice.title else { return void("option", .plain("value", choice.value)) }
        return element("option", .plain("value", choice.value)) { title }
      }
    }
  }
}

/// The validation error of an input, which the input refers to.
package struct InputProblem {
  package let id: String

  /// The message in a few words; nil if the input is valid.
  package let message: String?

  package init(id: String, _ message: String?) {
    self.id = id
    self.message = message
  }

  /// Marks the input as invalid.
  package var invalid: HTMLAttribute? {
    message == nil ? nil : .plain("aria-invalid", "true")
  }

  /// Refers from the input to its descriptions, the error last; nil if there are none.
  package func description(besides others: [String] = []) -> HTMLAttribute? {
    let texts = others + (message == nil ? [] : [id])
    return texts.isEmpty ? nil : .plain("aria-describedby", texts.joined(separator: " "))
  }

  /// The error as an element.
  package var html: HTML {
    guard let message else { return .empty }
    return element("p", .class("problem"), .id(id)) { message }
  }
}
