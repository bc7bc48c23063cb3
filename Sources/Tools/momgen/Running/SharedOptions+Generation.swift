import CodeGeneration
import CommandLineParsing
import TemplateEngine

/// The options that the verbs that generate, check and list share.
extension SharedOptions {
  static let generatedModels = Operand(
    .path("MODEL", extensions: "xcdatamodeld", "xcdatamodel", "momd", "mom"),
    count: .many(atLeast: 0),
    "The models, or '-' for standard input; without any, momgen.json says what to do."
  )

  static let generation: [Option] = [
    .value(
      "output",
      short: "o",
      .path("PATH"),
      "The output folder, by default the current one; of a template of its own, the file. '-' is "
        + "standard output."
    ),
    .value(
      "template",
      short: "t",
      .nameOrPath(
        "TEMPLATE",
        names: TemplateLibrary(programVersion: Momgen.version).bundledNames,
        extensions: "stencil"
      ),
      default: "portable",
      "The template set: a built-in one, a folder with a set.json, or a single template."
    ),
    .value(
      "param",
      .text("NAME=VALUE"),
      isRepeatable: true,
      "A parameter of the template set; NAME alone switches a flag on."
    ),
    .flag(
      "all",
      "With the set 'xcode', both files of every entity, whatever the model says of code generation: the "
        + "same as --param all."
    ),
    .value(
      "file-name",
      .text("NAME=PATTERN"),
      isRepeatable: true,
      "The file name of one of the set's outputs, as a template."
    ),
    .value(
      "trim",
      .choice("TRIM", of: TrimBehaviour.self),
      "What happens to white space beside the tags of templates of your own: 'smart' (a tag alone on its "
        + "line leaves no trace) unless their set.json says otherwise, 'nothing' (as renderers before "
        + "Stencil 0.15 did) or 'all'."
    ),
    .value(
      "configuration",
      .text("NAME"),
      "The model configuration whose entities alone are of interest."
    ),
    modelVersion,
    .value(
      "config",
      .path("FILE", extensions: "json"),
      "The file that says what to generate when there is no MODEL; by default the nearest momgen.json, "
        + "here or in a folder above."
    ),
    .flag("env", "Let templates see the variables of the environment."),
  ]

  static let quiet = Option.flag("quiet", short: "q", "Print nothing but problems.")
}

extension ExitStatus {
  /// The exit codes of the verbs that use templates, for the help.
  static let generationDocumentation = [
    ExitCode(0, "All is well."),
    ExitCode(1, "Files are not what they have to be."),
    ExitCode(2, "The command line or a template is wrong, or a file could not be written."),
    ExitCode(3, "A model cannot be read or has errors."),
  ]
}
