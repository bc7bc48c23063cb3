import TemplateEngine

extension TemplateError.Rule {
  /// The rule in one sentence.
  var summary: String {
    switch self {
    case .syntax: "A template follows the grammar of templates."
    case .unknownTag: "A tag of a template is known."
    case .unknownFilter: "A filter of a template is known."
    case .filter: "A filter gets supported values and arguments."
    case .value: "A value that a template needs exists and is of the right kind."
    case .loading: "Templates that a template includes, extends or imports can be loaded."
    case .limit: "A template stays within limits of time, depth and memory."
    }
  }

  var advice: Advice {
    switch self {
    case .syntax:
      Advice(
        "A tag is not closed, has no counterpart such as endfor, or has words in a wrong order.",
        remedy:
          "Correct the reported place; a tag that is closed too early is often a few lines above it.",
        example: "{% for entity in model.entities %}{{ entity.name }}"
      )
    case .unknownTag:
      Advice(
        "The first word inside {% %} is not the name of a tag; perhaps of a tag of another renderer.",
        remedy:
          "Correct the spelling. Templates/README.md lists the tags, those of Stencil and StencilSwiftKit among them.",
        example: "{% foreach entity in model.entities %}"
      )
    case .unknownFilter:
      Advice(
        "The word after | is not the name of a filter.",
        remedy: "Correct the spelling. Templates/README.md lists the filters.",
        example: "{{ entity.name|upcase }}"
      )
    case .filter:
      Advice(
        "A filter has too few or too many arguments, or is applied to a value of another kind, such as a list instead of a text.",
        remedy:
          "Print the value with the filter 'dump' or 'momgen dump --context', and apply another filter first.",
        example: "{{ model.entities|lowercase }}"
      )
    case .value:
      Advice(
        "A loop runs over something that is not a list, a number is missing, or a block does not exist.",
        remedy:
          "'momgen dump --context' prints the context of templates; test optional values with 'if'."
      )
    case .loading:
      Advice(
        "A template names another one that is not in its folder, cannot be read, or includes itself.",
        remedy: "Paths begin at the folder of the template set. Correct the path, or add the file."
      )
    case .limit:
      Advice(
        """
        Loops, includes or texts exceed a limit. Most often a template includes or calls itself endlessly.
        """,
        remedy:
          "Follow the notes below the message, innermost first, and end the recursion."
      )
    }
  }
}
