import CommandLineParsing
import Diagnostics
import ModelEditing
import ModelFiles

/// `momgen edit`: edits a model.
enum EditVerb: Verb {
  static let command = Command(
    "edit",
    "Change a model: add, set, rename, move and remove its parts.",
    discussion: """
      An EDIT is one of

        add KIND NAME [FIELD=VALUE...] [first | last | before=NAME | after=NAME]
        set KIND NAME FIELD=VALUE...
        clear KIND NAME FIELD...
        rename KIND NAME NEW [--keep-data]
        remove KIND NAME [--with-references]
        move KIND NAME first | last | sorted | before=NAME | after=NAME
        add version NAME [from=NAME] [current=yes]
        set current-version NAME
        remove version NAME

      A KIND is entity, attribute, relationship, fetched-property, index, constraint, compound-index, fetch-request, \
      configuration, composite, diagram-box, info or model. Parts of an entity are named ENTITY.NAME. The name of a \
      constraint or an index is followed by its properties, that of a configuration by its entities.

      Fields have short names, such as type, optional, default, to, many, inverse and delete-rule, which \
      keep the model consistent: setting an inverse sets both ends. The XML attributes of the format are \
      fields as well, and are set as they are.

      Edits apply to the current version, the one of --model-version, or the one that an earlier edit has \
      added. All or none are applied: nothing is written if one of them fails, or if the model would have a \
      new error. The file is written as Xcode writes it.
      """,
    group: "Writing",
    operands: [
      Operand(
        .path("MODEL", extensions: "xcdatamodeld", "xcdatamodel"),
        "The model."
      ),
      Operand(
        .usual("EDIT", EditParser.verbs),
        count: .many(atLeast: 0),
        "The words of one edit."
      ),
    ],
    options: [
      SharedOptions.modelVersion,
      .value(
        "script",
        .path("FILE"),
        "Apply the edits of a file, one on each line; '-' is standard input."
      ),
      .flag("create", "Create a new bundle for the edits."),
      .flag(
        "keep-data",
        "With 'rename': set the renaming identifier, so that migrations keep the values."
      ),
      .flag("with-references", "With 'remove': also remove parts that need the removed one."),
      .flag("dry-run", "Show the difference of the files, and write nothing."),
    ],
    exclusives: [ExclusiveOptions("create", "model-version")],
    examples: [
      Example(
        "momgen edit League.xcdatamodeld add attribute Team.city type=String",
        "Add an attribute."
      ),
      Example(
        "momgen edit League.xcdatamodeld rename attribute Player.no number --keep-data",
        "Rename one, and keep its values in stores."
      ),
      Example(
        "momgen edit League.xcdatamodeld --script edits.txt --dry-run",
        "Show the effect of the edits of a file."
      ),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    var run = EditRun(arguments)
    run.run()
    return VerbOutcome(
      output: run.output.utf8,
      diagnostics: run.reading.diagnostics,
      sources: run.reading.sources,
      rules: [RunRule.editedHashes.description],
      diagnosticsAreTheProduct: !arguments.has("dry-run"),
      exitCode: run.status,
      environment: environment
    )
  }
}
