import CodeGeneration
import Diagnostics
import ManagedModel

/// The Swift code that `momgen generate` writes with the default template set.
enum GeneratedClass {
  /// The files of a model, rendered lazily.
  struct Files: Sendable {
    /// Nil if no code can be generated for the model.
    private var planned: [PlannedFile]?

    init(_ resolved: ResolvedModel, name: String) {
      let library = TemplateLibrary(programVersion: "studio")
      guard let set = library.set(TemplateReference("portable"), making: "output").set else {
        return
      }
      let parameters = ParameterResolution([], for: set)
      let context = ContextModel(resolved, name: name, version: name)
      guard parameters.diagnostics.isEmpty,
        !context.naming.issues.contains(where: { $0.rule.severity == .error })
      else { return }
      let planner = GenerationPlanner(
        set,
        models: [GenerationPlanner.PlannedModel(path: name, context: context)],
        parameters: parameters.value
      )
      planned = planner.outcome().plan.files
    }

    /// The files of an entity, by their paths; nil if no code can be generated for the model.
    func files(of entity: Entity) -> [(path: String, text: String)]? {
      guard let planned else { return nil }
      let stems = [EntityClass(of: entity)?.name, entity.name].compactMap(\.self)
      var files: [(path: String, text: String)] = []
      for file in planned {
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
}
