import CodeGeneration
import Diagnostics
import JSON5

extension ProjectConfiguration {
  /// All generation jobs: for each model in turn, then for all of them together.
  ///
  /// Outputs that only a build generates are not included.
  var jobs: [GenerationJob] {
    let own = models.flatMap { model in
      model.outputs.compactMap { $0.job(of: [model]) }
    }
    return own + outputs.compactMap { $0.job(of: models) }
  }
}

extension ConfiguredOutput {
  fileprivate func job(of models: [ConfiguredModel]) -> GenerationJob? {
    guard let folder else { return nil }
    return GenerationJob(
      models: models.map { ModelReference($0.path, version: $0.version) },
      template: template,
      parameters: parameters,
      fileNames: fileNames.map { GivenFileName(output: $0.name, pattern: $0.value) },
      configuration: configuration,
      output: folder,
      trim: trim,
      place: place
    )
  }
}
