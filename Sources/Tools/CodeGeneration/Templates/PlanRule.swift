import Diagnostics

/// A rule about templates, their parameters and the files that they generate.
///
/// The raw value is the name in diagnostics.
package enum PlanRule: String, Sendable, CaseIterable {
  case badSet = "template-set"
  case unknownTemplate = "unknown-template"
  case unknownParameter = "unknown-parameter"
  case parameterValue = "parameter-value"
  case unknownOutput = "unknown-output"
  case unknownConfiguration = "unknown-configuration"
  case outputPath = "output-path"
  case sharedPath = "shared-output-path"
  case outputFolder = "output-folder"
  case manifest = "output-manifest"
  case yours = "kept-file"
  case edited = "edited-file"
  case foreign = "foreign-file"
  case nothing = "nothing-generated"
  case unknownName = "unknown-name"
  case staleFile = "stale-file"
}

extension PlanRule {
  /// The rule in one sentence, for lists of rules.
  package var summary: String {
    switch self {
    case .badSet: "The set.json of a template set is complete and has no unknown keys."
    case .unknownTemplate: "The requested template exists."
    case .unknownParameter: "A parameter belongs to the template set."
    case .parameterValue: "A parameter has a value of the right kind."
    case .unknownOutput: "A file name pattern is for an output of the template set."
    case .unknownConfiguration: "The requested configuration is in the model."
    case .outputPath: "The path of a generated file stays in the output folder."
    case .sharedPath: "No two generated files have the same path."
    case .outputFolder: "Generated files can be written."
    case .manifest: "The manifest of the output folder is valid."
    case .yours: "A file that belongs to the user is not replaced or removed."
    case .edited: "A generated file that was edited is replaced only by --force."
    case .foreign: "A file that momgen did not create is replaced only by --force."
    case .unknownName: "A name that a template reads is in the context or set by a template."
    case .nothing: "A model has at least one file with each of its template sets."
    case .staleFile: "Generated files match the model and the templates."
    }
  }
}
