import CodeGeneration
import Diagnostics
import JSON5
import TemplateEngine

/// The contents of a `momgen.json`: the models of a project, and their outputs.
///
/// Paths are relative to the working directory; in the file they are relative to the file.
struct ProjectConfiguration: Sendable, Hashable {
  /// The path of the file.
  var path: String
  var models: [ConfiguredModel] = []

  /// The outputs from all models together.
  var outputs: [ConfiguredOutput] = []

  /// The Swift files of the project's classes, and folders of them.
  var sources: [String] = []

  /// The section about lint rules, unparsed.
  var lint: JSON5Value?

  /// The default name of the file.
  static let fileName = "momgen.json"
}

/// A model of a project.
struct ConfiguredModel: Sendable, Hashable {
  var path: String

  /// The position at which the file names the model.
  var place: Place

  /// The version to use instead of the current one.
  var version: String?

  /// The outputs from this model alone.
  var outputs: [ConfiguredOutput] = []
}

/// One run of a template set, and the destination of its files.
struct ConfiguredOutput: Sendable, Hashable {
  var template: TemplateReference

  /// The folder of the files; nil for files that only a build generates.
  var folder: String?

  /// The model configuration to whose entities the output is restricted.
  var configuration: String?

  /// The parameters of the template, which the template set validates.
  var parameters: [GivenParameter] = []

  /// Patterns of file names, by the names that the template set gives its kinds of files.
  var fileNames: [JSON5Named<PlacedText>] = []

  /// The treatment of white space beside tags; nil for that of the template set.
  var trim: TrimBehaviour?

  /// The position at which the file describes the output.
  var place: Place
}
