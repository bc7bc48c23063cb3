import Diagnostics
import Parallelism

/// Finds everything that is wrong with the meaning of a model.
///
/// Problems of the file's syntax are reported by its reader.
///
/// Each check is a function in one of the extensions; all of them run, so one run reports everything.
package struct ModelValidator {
  let resolved: ResolvedModel
  var problems: [ModelProblem] = []
  private var suggestions: NameSuggestions

  var model: Model { resolved.model }

  /// Returns all problems of a model, in the order of the checks.
  package static func problems(in resolved: ResolvedModel) -> [ModelProblem] {
    var validator = Self(resolved: resolved)
    validator.checkNames()
    validator.checkInheritance()
    validator.checkComposites()
    validator.checkConfigurations()
    validator.checkFetchRequests()
    let parts = resolved.entities.concurrentMap(ofParts: { entities in
      var part = Self(resolved: resolved, suggestions: NameSuggestions(forOneOf: partsWithSearches))
      part.check(entities)
      return (entities: entities, problems: part.problems, suggestions: part.suggestions)
    })
    for part in parts {
      if validator.suggestions.add(part.suggestions) {
        validator.problems += part.problems
      } else {
        validator.check(part.entities)
      }
    }
    return validator.problems
  }

  /// The number of parts of a model that are expected to have many unknown names.
  private static let partsWithSearches = 4

  private init(resolved: ResolvedModel, suggestions: NameSuggestions = NameSuggestions()) {
    self.resolved = resolved
    self.suggestions = suggestions
  }

  private mutating func check(_ entities: ArraySlice<ResolvedEntity>) {
    for entity in entities {
      checkAttributes(of: entity)
      checkRelationships(of: entity)
      checkFetchedProperties(of: entity)
      checkIndexes(of: entity)
      checkConstraints(of: entity)
    }
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
