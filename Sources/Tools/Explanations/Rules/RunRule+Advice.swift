import Diagnostics

extension RunRule {
  var advice: Advice {
    switch self {
    case .usage, .invalidJSON, .invalidSetting, .unwritableFile, .unwritableOutput, .git,
      .mergeConflict, .unformatted, .uncompilableModel, .inapplicableEdit, .editedHashes, .studio,
      .suppression, .changedHashes,
      .outdatedBaseline, .noBase, .invalidSource, .generatedSource, .missingCompanion:
      fileAdvice
    case .damagedStore, .storeInUse, .interruptedChange, .unreachableServer, .missingRight,
      .dataLoss, .notInferrable, .valueOutOfRange, .failedMigration, .canceled:
      storeAdvice
    }
  }

  /// The advice about arguments, settings and files.
  private var fileAdvice: Advice {
    switch self {
    case .usage:
      Advice(
        """
        A verb or an option is misspelled or not known, an operand is missing, or two options exclude each other. \
        Nothing was done.
        """,
        remedy: "'momgen help VERB' shows what a verb takes, with examples.",
        example: "momgen help generate"
      )
    case .invalidJSON:
      Advice(
        "momgen.json, set.json, a baseline or a manifest has a syntax error; often a bracket or a quotation mark is missing.",
        remedy:
          "Correct the reported place. Comments and commas at the end of lists are allowed."
      )
    case .invalidSetting:
      Advice(
        "A key of momgen.json is unknown or missing, or its value is of another kind; or a path in it does not exist.",
        remedy:
          "Correct the reported place. 'momgen init' writes a complete file.",
        example: #"{ "models": "Models/League.xcdatamodeld" }"#
      )
    case .unwritableFile:
      Advice(
        "The folder does not exist or may not be written, the disk is full, or a folder has the name of the file.",
        remedy:
          "Check the reason in the message and the permissions of the folder. Existing files are unchanged."
      )
    case .unwritableOutput:
      Advice(
        "The program that reads the output has ended, or the disk to which it is redirected is full.",
        remedy: "Write into a file with --output: it is replaced only once everything was written."
      )
    case .git:
      Advice(
        """
        git is not installed, the folder is not in a repository, the revision does not exist, or it is not among the \
        commits that were fetched.
        """,
        remedy:
          "Try 'git rev-parse REVISION' in the folder of the model. In CI, fetch the whole history.",
        example: "git fetch --unshallow origin"
      )
    case .mergeConflict:
      Advice(
        "Both sides have changed the same setting of the same part of a model, to different values.",
        remedy: "Choose one in the file, remove the markers, and run 'momgen validate'."
      )
    case .unformatted:
      Advice(
        "The file is valid, but Xcode would write it differently, so its next save changes many lines.",
        remedy: "Run 'momgen format' without --check."
      )
    case .uncompilableModel:
      Advice(
        "The model has a part whose compiled form is not known.",
        remedy:
          "Compile with Xcode, or let the runtime load the source of the model: it reads .xcdatamodeld as well."
      )
    case .suppression:
      Advice(
        "An entry 'momgen.lint.ignore' in user info names no rule, gives no reason, or no longer suppresses a finding.",
        remedy: "Write the name of a rule, a colon and the reason, or remove the entry.",
        example: "momgen.lint.ignore = missing-inverse: loaded once and never deleted"
      )
    case .changedHashes:
      Advice(
        "'momgen lint --fix' has changed a part of the version hashes: stores of the old model need a migration.",
        remedy:
          "If the version was released, undo the edit, add a version to the bundle, and fix that one."
      )
    case .outdatedBaseline:
      Advice(
        "Findings in the baseline no longer occur.",
        remedy: "Update the baseline, so that they are reported if they occur again.",
        example: "momgen lint --baseline lint-baseline.json --update-baseline"
      )
    case .noBase:
      Advice(
        "--base names a revision in which the model does not exist, or cannot be read.",
        remedy: "Name a revision that has the model; in CI, fetch the history of the branch."
      )
    case .invalidSource:
      Advice(
        "A Swift file ends inside a string, a comment or a pair of brackets, so it cannot be parsed.",
        remedy: "Compile it first. A file with a problem is not changed."
      )
    case .inapplicableEdit:
      Advice(
        """
        An edit is not valid, the part that it names does not exist, or the model would have an error \
        afterwards. No edit of the run was written.
        """,
        remedy: "'momgen help edit' shows the form of edits; --dry-run shows their effect.",
        example: "momgen edit League.xcdatamodeld add attribute Player.nickname string --optional"
      )
    case .editedHashes:
      Advice(
        """
        The edit changes the hashes by which stores know their model. Stores of this version can no longer be \
        opened with it.
        """,
        remedy: "Add a version for the edit if the current one has been released.",
        example: "momgen edit League.xcdatamodeld add version 'League 3'"
      )
    case .studio:
      Advice(
        "The program momgen-studio is not installed beside momgen, a port is in use, or the path is not that of one model.",
        remedy: "Follow the hint. 'make install' and the package install both programs."
      )
    case .missingCompanion:
      Advice(
        """
        On Linux the compiler creates no accessors for @NSManaged declarations. Without a companion, a generated file \
        that supplies them, the linker reports undefined symbols.
        """,
        remedy: "Add the plugin GenerateModel to the target, or write a companion.",
        example: "momgen generate --companions Sources/Model"
      )
    default:
      Advice(
        "A file with @NSManaged declarations was generated by a tool, which would overwrite any edit.",
        remedy: "Generate it with momgen for both platforms.",
        example: "momgen generate --template portable --output Sources/Model League.xcdatamodeld"
      )
    }
  }

  /// The advice about stores and their migration.
  private var storeAdvice: Advice {
    switch self {
    case .damagedStore:
      Advice(
        "The file is empty, is not a database, is damaged, or is a database without the tables of a store.",
        remedy: "Check the path. Restore a backup if the file is damaged."
      )
    case .storeInUse:
      Advice(
        "Another program has a lock on the store, or changes it again and again while it is read.",
        remedy:
          "Close it there, and try again. The session list of a server shows the holder of the lock."
      )
    case .interruptedChange:
      Advice(
        """
        A program was interrupted during a change, and left a journal beside the store. SQLite rolls the \
        change back when the store is opened for writing, but not for reading.
        """,
        remedy:
          "Open the store once with a program that writes, such as 'momgen migrate'. Do not remove the journal."
      )
    case .unreachableServer:
      Advice(
        "No server at the URL responds: wrong host or port, wrong password, a firewall, or the server is starting.",
        remedy: "Try the same URL with psql. The message includes the server's message.",
        example: "psql postgresql://localhost/league"
      )
    case .missingRight:
      Advice(
        "The role of the connection lacks privileges to read or change a table of the store.",
        remedy: "Grant the privileges, or connect with the role that owns the schema.",
        example: "GRANT SELECT ON ALL TABLES IN SCHEMA league TO reader;"
      )
    case .dataLoss:
      Advice(
        """
        The new version lacks an attribute, a relationship or an entity for which the store has data; or its \
        type stores less. It is migrated only if the loss is allowed.
        """,
        remedy: """
          If the part was renamed, give it the old name as its renaming identifier. To allow the loss of the \
          data, use --allow-loss.
          """
      )
    case .notInferrable:
      Advice(
        "The migration between the versions cannot be inferred: a type with no conversion, or entities with a new common ancestor.",
        remedy:
          "Migrate with a mapping model or in stages from a program; or divide the change over two versions."
      )
    case .valueOutOfRange:
      Advice(
        "A value does not fit into the narrower new type of its attribute, and would change.",
        remedy: "Change the value with the old version of the model, or keep the type."
      )
    case .failedMigration:
      Advice(
        "A statement failed, or the result did not match the new model. Everything was rolled back.",
        remedy:
          "The message includes that of the database. The store is unchanged, so the migration can be repeated."
      )
    default:
      Advice(
        "The migration was stopped with Control-C or by a signal. Everything was rolled back.",
        remedy: "Start it again later; --dry-run shows the steps."
      )
    }
  }
}
