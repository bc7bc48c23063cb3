import CodeGeneration
import Diagnostics
import ManagedModel

/// The Swift code that `momgen generate` makes for an entity, with the template set that is the default.
enum GeneratedClass {
  /// The files of the entity, by their paths; nil if no code can be made of the model.
  static func files(
    of entity: Entity,
    in resolved: ResolvedModel,
    name: String
  ) -> [(path: String, text: String)]? {
    let library = TemplateLibrary(programVersion: "studio")
    guard let set = library.set(TemplateReference("portable"), making: "output").set else {
      return nil
    }
    let parameters = ParameterResolution([], for: set)
    let context = ContextModel(resolved, name: name, version: name)
    guard parameters.diagnostics.isEmpty,
      !context.naming.issues.contains(where: { $0.rule.severity == .error })
    else { return nil }
    let planner = GenerationPlanner(
      set,
      models: [GenerationPlanner.PlannedModel(path: name, context: context)],
      parameters: parameters.value
    )
    let stems = [EntityClass(of: entity)?.name, entity.name].compactMap(\.self)
    var files: [(path: String, text: String)] = []
    for file in planner.outcome().plan.files {
      let path = file.path.text
      let last = path.split(separator: "/").last.map(String.init) ?? path
      guard stems.contains(where: { last == "\($0).swift" || last.hasPrefix("\($0)+") }) else {
        continue
      }
      guard let bytes = try? file.bytes() else { return nil }
      files.append((path, String(decoding: bytes, as: UTF8.self)))
    }
    return files
  }
}
