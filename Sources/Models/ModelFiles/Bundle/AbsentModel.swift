import Files
import ManagedModel

extension ModelBundle {
  /// A model that does not exist, as one side of a comparison.
  package static func absent(_ path: String) -> Self {
    Self(
      name: PathName(path).stem,
      path: path,
      form: .versioned,
      versions: [],
      current: .unspecified
    )
  }
}

extension LoadedModel {
  /// A model that does not exist: it has no entities.
  package static func absent(_ path: String) -> Self {
    Self(
      bundle: .absent(path),
      version: ModelVersion(name: "nothing", path: path, storage: .missing),
      resolved: ResolvedModel(Model()),
      diagnostics: [],
      source: SourceMap(path: path, bytes: [])
    )
  }
}

extension ModelLoader.Outcome {
  /// The outcome of loading a model that does not exist.
  package static func absent(_ model: LoadedModel) -> Self {
    Self(loaded: model, diagnostics: [], sources: [])
  }
}
