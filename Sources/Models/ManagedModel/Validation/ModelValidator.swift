import Diagnostics

/// Finds everything that is wrong with the meaning of a model.
///
/// Problems of the file's syntax are reported by its reader.
///
/// Each check is a function in one of the extensions; all of them run, so one run reports everything.
package struct ModelValidator {
  let resolved: ResolvedModel
  var problems: [ModelProblem] = []
  private var suggestions = NameSuggestions()

  var model: Model { resolved.model }

  /// Returns all problems of a model, in the order of the checks.
  package static func problems(in resolved: ResolvedModel) -> [ModelProblem] {
    var validator = Self(resolved: resolved)
    validator.checkNames()
    validator.checkInheritance()
    validator.checkComposites()
    validator.checkConfigurations()
    validator.checkFetchRequests()
    for entity in resolved.entities {
      validator.checkAttributes(of: entity)
      validator.checkRelationships(of: entity)
      validator.checkFetchedProperties(of: entity)
      validator.checkIndexes(of: entity)
      validator.checkConstraints(of: entity)
    }
    return validator.problems
  }

  private init(resolved: ResolvedModel) {
    self.resolved = resolved
  }

  /// Returns "did you mean …" for an unknown name; the candidates are computed only while the allowance for
  /// suggestions lasts.
  mutating func suggestion(
    for name: String,
    among names: (ResolvedModel) -> [String]
  ) -> String? {
    suggestions.hint(for: name, among: names(resolved))
  }

  mutating func report(
    _ rule: ModelRule,
    _ message: String,
    at source: SourceOffset,
    attribute: String? = nil,
    hint: String? = nil,
    severity: Severity? = nil,
    related: [ModelProblem.Related] = []
  ) {
    problems.append(
      ModelProblem(
        rule,
        message,
        at: source,
        attribute: attribute,
        hint: hint,
        severity: severity,
        related: related
      )
    )
  }
}
