import CodeGeneration
import Diagnostics
import JSON5
import TemplateEngine

/// The contents of a `momgen.json`: the models of a project, and what is made of them.
///
/// Paths are as they have to be opened from where the program runs; the file has them relative to
/// itself.
struct ProjectConfiguration: Sendable, Hashable {
  /// The file that says it.
  var path: String
  var models: [ConfiguredModel] = []

  /// The outputs from all models together.
  var outputs: [ConfiguredOutput] = []

  /// The Swift files of the project's classes, and folders of them.
  var sources: [String] = []

  /// The section about lint rules as it stands there.
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

/// One run of a template set, and where its files go.
struct ConfiguredOutput: Sendable, Hashable {
  var template: TemplateReference

  /// The folder of the files; nil for files that only a build makes.
  var folder: String?

  /// The model configuration whose entities alone are meant.
  var configuration: String?

  /// The parameters of the template; what each may be, the template set says.
  var parameters: [GivenParameter] = []

  /// Patterns of file names, by the names that the template set gives its kinds of files.
  var fileNames: [JSON5Named<PlacedText>] = []

  /// The treatment of white space beside tags; nil for that of the template set.
  var trim: TrimBehaviour?

  /// The position at which the file describes the output.
  var place: Place
}
