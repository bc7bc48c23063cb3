import TemplateEngine

extension TemplateError.Rule {
  /// The rule in one sentence.
  var summary: String {
    switch self {
    case .syntax: "A template follows the grammar of templates."
    case .unknownTag: "A tag of a template is known."
    case .unknownFilter: "A filter of a template is known."
    case .filter: "A filter is given what it can work with."
    case .value: "A value that a template needs exists, and is of the kind that is needed."
    case .loading: "Templates that a template includes, extends or imports can be loaded."
    case .limit: "A template comes to its end in reasonable time, depth and memory."
    }
  }

  var advice: Advice {
    switch self {
    case .syntax:
      Advice(
        "A tag is not closed, has no counterpart such as endfor, or has words in an order that means nothing.",
        remedy:
          "Correct the place that is named; a tag that is closed too early is often a few lines above it.",
        example: "{% for entity in model.entities %}{{ entity.name }}"
      )
    case .unknownTag:
      Advice(
        "The first word inside {% %} is not the name of a tag; perhaps of one that another renderer adds.",
        remedy:
          "Correct the spelling. Templates/README.md lists the tags, those of Stencil and StencilSwiftKit among them.",
        example: "{% foreach entity in model.entities %}"
      )
    case .unknownFilter:
      Advice(
        "The word behind | is not the name of a filter.",
        remedy: "Correct the spelling. Templates/README.md lists the filters.",
        example: "{{ entity.name|upcase }}"
      )
    case .filter:
      Advice(
        "A filter has too few or too many arguments, or is applied to a value of another kind, such as a list instead of a text.",
        remedy:
          "Look at what the value is with the filter 'dump' or 'momgen dump --context', and apply another filter first.",
        example: "{{ model.entities|lowercase }}"
      )
    case .value:
      Advice(
        "A loop runs over something that is not a list, a number is wanted and there is none, or a block is called that does not exist.",
        remedy:
          "'momgen dump --context' prints what templates see of a model; test with 'if' for what may be missing."
      )
    case .loading:
      Advice(
        "A template names another one that is not in its folder, cannot be read, or includes itself.",
        remedy: "Paths begin at the folder of the template set. Correct the path, or add the file."
      )
    case .limit:
      Advice(
        """
        Loops, includes or texts have grown beyond what any real template needs. Most often a template includes or \
        calls itself without an end.
        """,
        remedy:
          "Follow the notes below the message from the inside outward, and end the repetition."
      )
    }
  }
}
