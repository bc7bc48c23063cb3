import Diagnostics
import TemplateEngine

extension Diagnostic {
  /// Reports that a template reads an unknown name: it may have been written for another context.
  init(unknown name: UnknownName) {
    if let owner = name.owner {
      self.init(unknownPart: name, of: owner)
      return
    }
    let known = name.known.map { "'\($0)'" }
    let list =
      known.count > 1
      ? known.dropLast().joined(separator: ", ") + " and \(known[known.count - 1])"
      : known.joined()
    self.init(
      .warning,
      rule: PlanRule.unknownName.rawValue,
      "'\(name.name.visible)' is not in the context"
        + (known.isEmpty ? "" : "; there \(known.count == 1 ? "is" : "are") \(list)"),
      at: name.place,
      hint: Self.hint(for: name)
    )
  }

  /// Reports that a template reads a part that no object of that kind has.
  private init(unknownPart name: UnknownName, of owner: String) {
    self.init(
      .warning,
      rule: PlanRule.unknownName.rawValue,
      "'\(owner.visible)'\(name.isPartOfText ? " is a text, and" : "") has no part "
        + "'\(name.name.visible)'",
      at: name.place,
      hint: name.isPartOfText
        ? "a loop over a dictionary gives its keys: '{% for key, value in … %}' gives the values too"
        : Suggestion.didYouMean(name.name, among: name.known)
          ?? "'momgen dump --context MODEL' shows all parts"
    )
  }

  private static func hint(for name: UnknownName) -> String? {
    let text = name.name
    if let suggestion = Suggestion.didYouMean(text, among: name.known) { return suggestion }
    if ModelObject.Key(rawValue: text) != nil {
      return name.known.contains(ScopedContext.model.text)
        ? "the model has it: 'model.\(text)'"
        : "each model has it: 'model.\(text)' in '{% for model in models %}'"
    }
    if EntityObject.Key(rawValue: text) != nil {
      return name.known.contains(ScopedContext.entity.text)
        ? "the entity has it: 'entity.\(text)'"
        : "each entity has it: 'entity.\(text)' in '{% for name, entity in model.entities %}'"
    }
    return
      "'momgen dump --context MODEL' shows all names; a parameter is 'param.\(text.visible)'"
  }
}
