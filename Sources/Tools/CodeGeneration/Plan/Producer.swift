/// The sources of a generated file: a later run with the same producer replaces the file of an earlier one.
package struct Producer: Sendable, Hashable {
  /// The paths of the models, as the user wrote them.
  package var models: [String]

  /// The name of the bundled template set, or the path of the user's own.
  package var template: String

  /// Whether `template` is a path.
  package var templateIsPath: Bool

  /// Whether the template is a single file instead of a set.
  package var isSingleTemplate: Bool

  /// The model configuration to which generation is restricted.
  package var configuration: String?

  package init(
    models: [String],
    template: String,
    templateIsPath: Bool = false,
    isSingleTemplate: Bool = false,
    configuration: String? = nil
  ) {
    self.models = models
    self.template = template
    self.templateIsPath = templateIsPath
    self.isSingleTemplate = isSingleTemplate
    self.configuration = configuration
  }
}
