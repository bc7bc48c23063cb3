import Diagnostics
import TemplateEngine

/// One thing to generate, according to a command line or a configuration file.
///
/// Nothing has been validated yet. Paths are relative to the current folder.
package struct GenerationJob: Sendable, Hashable {
  package var models: [ModelReference]
  package var template: TemplateReference
  package var parameters: [GivenParameter]

  /// File names that override those of the template set.
  package var fileNames: [GivenFileName]

  /// The model configuration to whose entities generation is restricted; nil for all entities.
  package var configuration: String?

  /// The output folder; for a single template, the file.
  ///
  /// `-` is standard output. Nil means the current folder, and for a single template standard output.
  package var output: String?

  /// The treatment of white space beside tags; nil for that of the template set.
  package var trim: TrimBehaviour?

  /// Whether templates can read the variables of the environment.
  package var seesEnvironment: Bool

  /// The position of the job in a configuration file.
  package var place: Place

  package init(
    models: [ModelReference],
    template: TemplateReference,
    parameters: [GivenParameter] = [],
    fileNames: [GivenFileName] = [],
    configuration: String? = nil,
    output: String? = nil,
    trim: TrimBehaviour? = nil,
    seesEnvironment: Bool = false,
    place: Place = Place()
  ) {
    self.models = models
    self.template = template
    self.parameters = parameters
    self.fileNames = fileNames
    self.configuration = configuration
    self.output = output
    self.trim = trim
    self.seesEnvironment = seesEnvironment
    self.place = place
  }
}

/// A model by its path, and the name of a version.
package struct ModelReference: Sendable, Hashable {
  package var path: String

  /// The name of a version; nil for the current one.
  package var version: String?

  package init(_ path: String, version: String? = nil) {
    self.path = path
    self.version = version
  }
}

/// A file name pattern for an output of a template set.
package struct GivenFileName: Sendable, Hashable {
  /// The name of the output in the set's `set.json`.
  package var output: String

  /// A template of the path, with its position.
  package var pattern: PlacedText

  package init(output: String, pattern: PlacedText) {
    self.output = output
    self.pattern = pattern
  }
}
