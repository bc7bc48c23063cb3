import CodeGeneration
import Diagnostics
import ModelFiles

/// A unified diff of the Swift code that is generated for two models.
struct GeneratedDifference {
  /// The diff; nil if the code of a side cannot be generated.
  let text: String?

  init(from old: ReviewedModel, to new: ReviewedModel) {
    guard let before = Self.files(of: old), let after = Self.files(of: new) else {
      text = nil
      return
    }
    let paths = Set(before.keys).union(after.keys).sorted()
    text = paths.map { path in
      UnifiedDiff(
        from: before[path] ?? "",
        named: path,
        to: after[path] ?? "",
        named: path
      ).text
    }.joined()
  }

  /// The files of the default template set, by path.
  private static func files(of model: ReviewedModel) -> [String: String]? {
    guard !model.isAbsent else { return [:] }
    let library = TemplateLibrary(programVersion: Momgen.version)
    guard !model.loaded.hasErrors,
      let set = library.set(TemplateReference("portable"), making: "output").set
    else { return nil }
    let parameters = ParameterResolution([], for: set)
    guard parameters.diagnostics.isEmpty else { return nil }
    let context = ContextModel(model.loaded)
    guard !context.naming.issues.contains(where: { $0.rule.severity == .error }) else { return nil }
    let planner = GenerationPlanner(
      set,
      models: [GenerationPlanner.PlannedModel(path: model.path, context: context)],
      parameters: parameters.value
    )
    var files: [String: String] = [:]
    for file in planner.outcome().plan.files {
      guard let bytes = try? file.bytes() else { return nil }
      files[file.path.text] = String(decoding: bytes, as: UTF8.self)
    }
    return files
  }
}
