import Diagnostics
import Files
import ManagedModel

extension ModelLoader {
  /// Returns the outcome for a model that is not kept in a model file but, for instance, in a store.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - path: The file that keeps it, which gives the version its name.
  /// - Returns: The model as a loaded one, and its problems.
  package func outcome(for model: Model, keptIn path: String) -> Outcome {
    let name = PathName(path).stem
    let version = ModelVersion(name: name, path: path, storage: .compiled)
    let source = SourceMap(path: path, bytes: [])
    let resolved = ResolvedModel(model)
    let loaded = LoadedModel(
      bundle: ModelBundle(
        name: name,
        path: path,
        form: .compiled,
        versions: [version],
        current: .unspecified
      ),
      version: version,
      resolved: resolved,
      diagnostics: source.diagnostics(for: ModelValidator.problems(in: resolved)),
      source: source
    )
    return Outcome(loaded: loaded, diagnostics: loaded.diagnostics, sources: [source])
  }
}
