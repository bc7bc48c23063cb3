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
          "Correct the place that is named. Comments and commas at the end of lists are allowed."
      )
    case .invalidSetting:
      Advice(
        "A key of momgen.json is not known, is missing, or has a value of another kind; or a path in it leads nowhere.",
        remedy:
          "Correct the place that is named. 'momgen init' writes a file with all that is needed.",
        example: #"{ "models": "Models/League.xcdatamodeld" }"#
      )
    case .unwritableFile:
      Advice(
        "The folder does not exist or may not be written, the disk is full, or a folder has the name of the file.",
        remedy:
          "Look at the reason in the message, and at the rights of the folder. What was there before is unchanged."
      )
    case .unwritableOutput:
      Advice(
        "The program that reads the output has ended, or the disk to which it is redirected is full.",
        remedy: "Write into a file with --output: it is replaced only when all of it was written."
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
        remedy: "Decide for one in the file, remove the markers, and run 'momgen validate'."
      )
    case .unformatted:
      Advice(
        "The file means what it should, but Xcode would write it otherwise, so that its next save changes many lines.",
        remedy: "Run 'momgen format' without --check."
      )
    case .uncompilableModel:
      Advice(
        "The model has something of which it is not known how a compiled model says it.",
        remedy:
          "Compile with Xcode, or let the runtime load the source of the model: it reads .xcdatamodeld as well."
      )
    case .suppression:
      Advice(
        "An entry 'momgen.lint.ignore' in user info names no rule, gives no reason, or suppresses nothing any more.",
        remedy: "Write the name of a rule, a colon and the reason, or remove the entry.",
        example: "momgen.lint.ignore = missing-inverse: loaded once and never deleted"
      )
    case .changedHashes:
      Advice(
        "'momgen lint --fix' has changed something that is part of version hashes: stores of the old model need a migration.",
        remedy:
          "If the version was released, undo the edit, add a version to the bundle, and fix that one."
      )
    case .outdatedBaseline:
      Advice(
        "Findings that the baseline lists do not occur any more.",
        remedy: "Write the baseline anew, so that they cannot come back unnoticed.",
        example: "momgen lint --baseline lint-baseline.json --update-baseline"
      )
    case .noBase:
      Advice(
        "--base names a revision in which the model does not exist, or cannot be read.",
        remedy: "Name a revision that has the model; in CI, fetch the history of the branch."
      )
    case .invalidSource:
      Advice(
        "A Swift file ends inside of a string, a comment or a pair of brackets, so that it cannot be divided into declarations.",
        remedy: "Compile it first. A file with a problem is left as it is."
      )
    case .inapplicableEdit:
      Advice(
        """
        The words of an edit are not understood, the part that it names does not exist, or the model would have an \
        error afterwards. No edit of the run was written.
        """,
        remedy: "'momgen help edit' shows the form of edits; --dry-run shows their effect.",
        example: "momgen edit League.xcdatamodeld add attribute Player.nickname string --optional"
      )
    case .editedHashes:
      Advice(
        """
        The edit changes the hashes by which stores know their model. Stores that were made with this version no longer \
        open with it.
        """,
        remedy: "Add a version for the edit if the present one has been shipped.",
        example: "momgen edit League.xcdatamodeld add version 'League 3'"
      )
    case .studio:
      Advice(
        "The program momgen-studio is not installed beside momgen, a port is in use, or the path is not that of one model.",
        remedy: "Look at the hint. 'make install' and the package install both programs."
      )
    case .missingCompanion:
      Advice(
        """
        On Linux the compiler makes no accessors of @NSManaged declarations. Without a companion, a generated file that \
        supplies them, the linker reports undefined symbols.
        """,
        remedy: "Add the plugin GenerateModel to the target, or write a companion.",
        example: "momgen generate --companions Sources/Model"
      )
    default:
      Advice(
        "A file with @NSManaged declarations was generated by a tool, and would be generated again over any edit.",
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
          "Close it there, and try again. A server's own session list says who holds the lock."
      )
    case .interruptedChange:
      Advice(
        """
        A program was stopped in the midst of a change, and left a journal beside the store. SQLite takes the change \
        back when the store is opened for writing, which reading does not do.
        """,
        remedy:
          "Open the store once with a program that writes, such as 'momgen migrate'. Do not remove the journal."
      )
    case .unreachableServer:
      Advice(
        "No server of the URL answers: wrong host or port, wrong password, a firewall, or it is starting.",
        remedy: "Try the same URL with psql. The message has the server's own words.",
        example: "psql postgresql://localhost/league"
      )
    case .missingRight:
      Advice(
        "The role of the connection may not read or change a table of the store.",
        remedy: "Grant the rights, or connect with the role that owns the schema.",
        example: "GRANT SELECT ON ALL TABLES IN SCHEMA league TO reader;"
      )
    case .dataLoss:
      Advice(
        """
        The new version lacks an attribute, a relationship or an entity of which the store has data; or its type \
        keeps less. Nothing is migrated without a word for it.
        """,
        remedy: """
          If the part was renamed, give it the old name as its renaming identifier. If the data may go, allow it \
          with --allow-loss.
          """
      )
    case .notInferrable:
      Advice(
        "The versions differ by more than can be inferred: a type with no conversion, or entities with a new common ancestor.",
        remedy:
          "Migrate with a mapping model or in stages from a program; or divide the change over two versions."
      )
    case .valueOutOfRange:
      Advice(
        "A value does not fit into the narrower type that its attribute gets, and would become another.",
        remedy: "Change the value with the old version of the model, or keep the type."
      )
    case .failedMigration:
      Advice(
        "A statement failed, or the result was not what the new model asks for. Everything was taken back.",
        remedy:
          "The message has the database's words. The store is as it was, so that it can be tried again."
      )
    default:
      Advice(
        "The migration was stopped with Control-C or by a signal. Everything was taken back.",
        remedy: "Start it again when there is time; --dry-run shows beforehand what will be done."
      )
    }
  }
}
