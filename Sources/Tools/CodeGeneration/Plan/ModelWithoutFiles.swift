import Diagnostics
import ManagedModel

/// The reason why a template set generates no file for a model.
///
/// The conditions of a set are templates, which cannot be explained; these are the properties of a
/// model that conditions typically test.
struct ModelWithoutFiles {
  private let model: GenerationPlanner.PlannedModel
  private let set: TemplateSet
  private let configuration: String?

  init(
    _ model: GenerationPlanner.PlannedModel,
    _ set: TemplateSet,
    _ configuration: String?
  ) {
    self.model = model
    self.set = set
    self.configuration = configuration
  }

  private var context: ContextModel { model.context }

  /// The note with the reason.
  var diagnostic: Diagnostic {
    Diagnostic(
      .note,
      rule: PlanRule.nothing.rawValue,
      "the template set '\(set.name.visible)' generates no file for the model: \(reason)",
      at: Place(path: model.path),
      hint: hint
    )
  }

  private var reason: String {
    let entities = context.selectedEntities
    guard !entities.isEmpty else {
      return configuration.map { "its configuration '\($0.visible)' has no entities" }
        ?? "it has no entities"
    }
    let parts = [
      (withoutClass.count, "no class of \(withoutClass.count == 1 ? "its" : "their") own"),
      (ignored.count, "'momgen.ignore' in user info"),
      (manual.count, "the code generation 'Manual/None'"),
    ].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return "none of its outputs applies" }
    let words = parts.map { count, words in "\(count) \(count == 1 ? "has" : "have") \(words)" }
    let total = entities.count == 1 ? "its only entity" : "its \(entities.count) entities"
    if parts.count == 1, parts[0].0 == entities.count {
      return "\(total) \(entities.count == 1 ? "has" : "have") \(parts[0].1)"
    }
    return "of \(total), " + words.joined(separator: ", ")
  }

  private var hint: String? {
    if !manual.isEmpty, takesAll {
      return "'--all' makes the files of every entity that has a class"
    }
    guard !withoutClass.isEmpty else { return nil }
    return "give entities a class in Xcode's inspector (representedClassName in the file)"
  }

  // MARK: Entities, each counted once

  private var withoutClass: [Int] {
    context.selectedEntities.filter { context.naming.className(of: $0) == nil }
  }

  private var ignored: [Int] {
    context.selectedEntities.filter { index in
      context.naming.className(of: index) != nil && isIgnored(index)
    }
  }

  private var manual: [Int] {
    context.selectedEntities.filter { index in
      context.naming.className(of: index) != nil && !isIgnored(index)
        && context.resolved.entities[index].entity.codeGeneration == .manual
    }
  }

  private func isIgnored(_ index: Int) -> Bool {
    UserInfoOption.ignore.isPresent(in: context.resolved.entities[index].entity.userInfo)
  }

  /// Whether the set has the parameter that `--all` sets.
  private var takesAll: Bool {
    guard case .declared(let parameters) = set.parameters else { return false }
    return parameters.contains { $0.name == "all" }
  }
}
