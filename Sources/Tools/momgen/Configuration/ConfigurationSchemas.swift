import CodeGeneration
import Diagnostics
import JSON5
import TemplateEngine

/// The schema of a `momgen.json`.
struct ConfigurationSchemas: Sendable {
  let paths: RelativePath

  private enum ProjectKey: String, CaseIterable, Sendable {
    case models
    case outputs
    case sources
    case lint
  }

  func project(path: String) -> JSON5Schema<ProjectConfiguration> {
    .object("a configuration") { (object: JSON5Object<ProjectKey>, collector) in
      ProjectConfiguration(
        path: path,
        models: object.optional(.models, .list(of: model), into: &collector) ?? [],
        outputs: object.optional(.outputs, .list(of: output), into: &collector) ?? [],
        sources: object.optional(.sources, .list(of: location), into: &collector) ?? [],
        lint: object[.lint]
      )
    }
  }

  // MARK: Models

  private enum ModelKey: String, CaseIterable, Sendable {
    case path
    case version
    case outputs
  }

  /// A model: its path alone, or an object with details.
  private var model: JSON5Schema<ConfiguredModel> {
    let object = describedModel
    return JSON5Schema("a model") { value, collector in
      guard case .string = value.content else { return object.read(value, into: &collector) }
      return location.read(value, into: &collector).map {
        ConfiguredModel(path: $0, place: value.place)
      }
    }
  }

  private var describedModel: JSON5Schema<ConfiguredModel> {
    .object("a model") { (object: JSON5Object<ModelKey>, collector) in
      let path = object.required(.path, location, into: &collector)
      let version = object.optional(.version, .nonemptyText, into: &collector)
      let outputs = object.optional(.outputs, .list(of: output), into: &collector)
      guard let path else { return nil }
      return ConfiguredModel(
        path: path,
        place: object[.path]?.place ?? object.place,
        version: version,
        outputs: outputs ?? []
      )
    }
  }

  /// A path relative to the file.
  private var location: JSON5Schema<String> {
    JSON5Schema(JSON5Schema.nonemptyText.name) { value, collector in
      guard let path = JSON5Schema.nonemptyText.read(value, into: &collector) else { return nil }
      guard !path.utf8.contains(0) else {
        collector.reportSetting("a path has no null character", at: value.place)
        return nil
      }
      return paths.resolved(path)
    }
  }

  // MARK: Outputs

  private enum OutputKey: String, CaseIterable, Sendable {
    case template
    case output
    case configuration
    case parameters
    case fileNames
    case trim
  }

  private var output: JSON5Schema<ConfiguredOutput> {
    .object("an output") { (object: JSON5Object<OutputKey>, collector) in
      let template = object.required(.template, template, into: &collector)
      let folder = object.optional(.output, location, into: &collector)
      let configuration = object.optional(.configuration, .nonemptyText, into: &collector)
      let parameters = object.optional(.parameters, .members(of: .anything), into: &collector)
      let fileNames = object.optional(.fileNames, .members(of: pattern), into: &collector)
      let trim = object.optional(.trim, .choice(TrimBehaviour.self), into: &collector)
      guard let template else { return nil }
      return ConfiguredOutput(
        template: template,
        folder: folder,
        configuration: configuration,
        parameters: (parameters ?? []).map {
          GivenParameter($0.name, .json($0.value), at: $0.place)
        },
        fileNames: fileNames ?? [],
        trim: trim,
        place: object.place
      )
    }
  }

  private var template: JSON5Schema<TemplateReference> {
    JSON5Schema(JSON5Schema.nonemptyText.name) { value, collector in
      guard let text = JSON5Schema.nonemptyText.read(value, into: &collector) else { return nil }
      let folder = paths.folder.isEmpty ? nil : paths.folder
      return TemplateReference(text, relativeTo: folder, at: value.place)
    }
  }

  private var pattern: JSON5Schema<PlacedText> {
    JSON5Schema(JSON5Schema.nonemptyText.name) { value, collector in
      JSON5Schema.nonemptyText.read(value, into: &collector).map { PlacedText($0, at: value.place) }
    }
  }
}
