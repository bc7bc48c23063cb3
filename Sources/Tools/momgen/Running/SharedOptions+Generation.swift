import CodeGeneration
import CommandLineParsing
import TemplateEngine

/// The options that the verbs that generate, check and list share.
extension SharedOptions {
  static let generatedModels = Operand(
    .path("MODEL", extensions: "xcdatamodeld", "xcdatamodel", "momd", "mom"),
    count: .many(atLeast: 0),
    "The models, or '-' for standard input; by default those of momgen.json."
  )

  static let generation: [Option] = [
    .value(
      "output",
      short: "o",
      .path("PATH"),
      "The output folder, by default the current one; for a single template, the file. '-' is "
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
      "A parameter of the template set; NAME alone sets a flag."
    ),
    .flag(
      "all",
      "With the set 'xcode', both files of every entity, regardless of its code generation in the "
        + "model: the same as --param all."
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
      "The trimming of white space beside the tags of your own templates: 'smart' (removes the "
        + "line of a tag without other text), the default unless their set.json sets another, 'nothing' (as before Stencil 0.15) or 'all'."
    ),
    .value(
      "configuration",
      .text("NAME"),
      "The model configuration to whose entities the output is limited."
    ),
    modelVersion,
    .value(
      "config",
      .path("FILE", extensions: "json"),
      "The configuration if there is no MODEL; by default the nearest momgen.json, here or in a "
        + "folder above."
    ),
    .flag("env", "Give templates access to environment variables."),
  ]

  static let quiet = Option.flag("quiet", short: "q", "Print only problems.")
}

extension ExitStatus {
  /// The exit codes of the verbs that use templates, for the help.
  static let generationDocumentation = [
    ExitCode(0, "Success."),
    ExitCode(1, "Files are not up to date."),
    ExitCode(2, "The command line or a template is wrong, or a file could not be written."),
    ExitCode(3, "A model cannot be read or has errors."),
  ]
}
