import CodeGeneration
import ManagedModel
import ModelDiagram
import ModelEditing
import ModelReview
import Synchronization

/// A model after an edit, with everything that pages show of it, computed lazily.
final class ModelAnalysis: Sendable {
  let resolved: ResolvedModel

  /// The model in its file.
  private let saved: Model
  private let name: String
  private let kept = Mutex(Kept())

  private struct Kept: Sendable {
    var review: Linter.Review?
    var problems: [ModelProblem]?
    var diagram: String?
    var diff: ModelDiff?
    var files: GeneratedClass.Files?
    var commands: [String]?
  }

  init(_ bundle: EditedBundle) {
    resolved = ResolvedModel(bundle.history.model)
    saved = bundle.history.saved
    name = bundle.editedName
  }

  /// The findings of the linter.
  var review: Linter.Review {
    once(\.review) { Linter().review(LintSubject(resolved, name: name)) }
  }

  /// The errors and warnings of the model.
  var problems: [ModelProblem] {
    once(\.problems) { ModelValidator.problems(in: resolved) }
  }

  /// The picture.
  var diagram: String {
    once(\.diagram) { DiagramWriter(format: .svg).text(of: resolved, title: name) }
  }

  /// The difference from the file; nil if there is none.
  var diff: ModelDiff? {
    guard resolved.model != saved else { return nil }
    return once(\.diff) { ModelDiff(from: ResolvedModel(saved), to: resolved) }
  }

  /// The edits that turn the model in the file into this one, as commands; empty if there are none.
  var commands: [String] {
    guard resolved.model != saved else { return [] }
    return once(\.commands) {
      let script = try? EditScript(from: saved, to: resolved.model)
      return script?.edits.flatMap(\.lines) ?? []
    }
  }

  /// The code that is generated for all entities.
  var files: GeneratedClass.Files {
    once(\.files) { GeneratedClass.Files(resolved, name: name) }
  }

  /// A cached part; two pages that need it at once may both compute it.
  private func once<Part: Sendable>(
    _ place: any WritableKeyPath<Kept, Part?> & Sendable,
    _ make: () -> Part
  ) -> Part {
    if let part = kept.withLock({ $0[keyPath: place] }) { return part }
    let part = make()
    kept.withLock { $0[keyPath: place] = part }
    return part
  }
}
