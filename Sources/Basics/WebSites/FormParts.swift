import WebGuarding
import WebPages

/// The parts that forms of all sites have.
package enum FormParts {
  /// A form that is sent to an address, with the secret that shows that it is one of ours.
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

  /// A value that a form sends without showing it.
  package static func hidden(_ name: String, _ value: String) -> HTML {
    void("input", .plain("type", "hidden"), .plain("name", name), .plain("value", value))
  }

  /// A button that sends its form; a label says more than its title where several have the same.
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

  /// The texts that an input may have, under the identifier that it names as its list.
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

/// The problem of an input, which the input refers to.
package struct InputProblem {
  package let id: String

  /// The problem in a few words; nil if there is none.
  package let message: String?

  package init(id: String, _ message: String?) {
    self.id = id
    self.message = message
  }

  /// Marks the input as wrong.
  package var invalid: HTMLAttribute? {
    message == nil ? nil : .plain("aria-invalid", "true")
  }

  /// Leads from the input to texts about it, the problem last; nil if there are none.
  package func description(besides others: [String] = []) -> HTMLAttribute? {
    let texts = others + (message == nil ? [] : [id])
    return texts.isEmpty ? nil : .plain("aria-describedby", texts.joined(separator: " "))
  }

  /// The problem as a sentence.
  package var html: HTML {
    guard let message else { return .empty }
    return element("p", .class("problem"), .id(id)) { message }
  }
}
