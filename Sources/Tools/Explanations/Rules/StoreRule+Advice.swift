import StoreMigration

extension StoreRule {
  var advice: Advice {
    switch self {
    case .damagedDatabase, .foreignKey, .otherModel, .staleModelCache, .damagedModelCache, .noModel,
      .missingTable, .missingColumn, .missingConstraint, .missingTrigger, .missingIndex:
      databaseAdvice
    case .entityTable, .keysBehind, .unknownEntity, .danglingReference, .danglingPair,
      .wrongDestination, .missingFile, .unusedFile, .missingValue, .notUnique, .wrongType,
      .damagedText, .missingVersion, .missingIdentifier:
      rowAdvice
    }
  }

  /// The advice about the database and its model.
  private var databaseAdvice: Advice {
    switch self {
    case .damagedDatabase:
      Advice(
        """
        The integrity check of SQLite finds inconsistent pages: a disk has failed, a copy was made while a \
        program was writing, or something else wrote into the file.
        """,
        remedy: """
          Restore a backup. Without one, 'sqlite3 damaged.sqlite .recover' copies the readable rows into a new \
          database; check it with 'momgen verify'. Copy stores in the program that has them open, or while \
          they are closed.
          """
      )
    case .foreignKey:
      Advice(
        "A foreign key of the database leads to a row that does not exist; a tool has written with foreign keys disabled.",
        remedy: "Set the key to NULL, or insert the row that is missing."
      )
    case .otherModel:
      Advice(
        "The version hashes in the store's metadata match no version of the given model.",
        remedy: """
          Name the model, or the version, with which the store was written; --history looks for it in git. To \
          migrate the store to this version, use 'momgen migrate'.
          """
      )
    case .staleModelCache:
      Advice(
        "The copy of the model in a store (Z_MODELCACHE) does not match the version in its metadata.",
        remedy:
          "Open the store once with a program that has the model; saving metadata replaces the copy."
      )
    case .damagedModelCache:
      Advice(
        "The copy of the model in a store (Z_MODELCACHE) is not a compressed archive of a model.",
        remedy:
          "Name the model on the command line; the copy matters only where the model itself is missing."
      )
    case .noModel:
      Advice(
        "No model is given, the store contains none, and no candidate has its version hashes. Rows are not checked.",
        remedy: "Name the model with --model, or let --history look for it in git."
      )
    case .missingTable:
      Advice(
        "The database lacks the table of an entity. Fetches of the entity fail.",
        remedy:
          "Restore a backup. Create an empty table with the statement that 'momgen sql' prints."
      )
    case .missingColumn:
      Advice(
        "A table lacks the column of a property: the schema was edited by hand, or the model without a new version.",
        remedy:
          "If the model was edited, give the edit a version of its own and migrate. Else add the column as 'momgen sql' prints it."
      )
    case .missingConstraint:
      Advice(
        "No unique index enforces a uniqueness constraint of the model, so duplicates are possible.",
        remedy: "Create the index as 'momgen sql' prints it; remove duplicates first."
      )
    case .missingTrigger:
      Advice(
        "The trigger that derives an attribute is missing, so its value does not change.",
        remedy: "Create the trigger as 'momgen sql' prints it, and set the current values once."
      )
    default:
      Advice(
        "A fetch index of the model has no index in the database. Only fetches are slower.",
        remedy: "Create the index as 'momgen sql' prints it."
      )
    }
  }

  /// The advice about rows, values and files.
  private var rowAdvice: Advice {
    switch self {
    case .entityTable:
      Advice(
        """
        Z_PRIMARYKEY gives each entity a number, which rows refer to. It lacks an entity, or has it under \
        another number than the model: objects would appear as those of another entity.
        """,
        remedy: "Restore a backup, or correct the row, if it is certain which number the rows use."
      )
    case .keysBehind:
      Advice(
        "A row has a higher key than the last assigned one. The next object would get a key that is in use.",
        remedy: "Set the highest key (Z_MAX in Z_PRIMARYKEY) to the highest in the table."
      )
    case .unknownEntity:
      Advice(
        "The entity of a row is not in the model, or has its rows in another table.",
        remedy:
          "Check that the given model is the right one. Rows of an entity that no longer exists can be deleted."
      )
    case .danglingReference:
      Advice(
        """
        A to-one relationship leads to an object that does not exist: the object was deleted by a program that \
        does not use the relationship, or the delete rule is No Action.
        """,
        remedy:
          "Set the relationship to nothing, or to another object. Consider the delete rule Nullify."
      )
    case .danglingPair:
      Advice(
        "The join table of a many-to-many relationship has a row for an object that does not exist.",
        remedy: "Delete the row of the join table."
      )
    case .wrongDestination:
      Advice(
        "A relationship leads to an object of an entity that is neither its destination nor a subentity of it.",
        remedy:
          "Set the relationship again. A tool that writes keys must respect the numbers of entities."
      )
    case .missingFile:
      Advice(
        """
        A large value is kept in a file beside the store, in a hidden folder '.NAME_SUPPORT'. The file is not there, \
        mostly because the store was copied without the folder; or it is not a file, or its name in the store is \
        damaged.
        """,
        remedy:
          "Copy the folder as well, or restore it. Copy stores with replacePersistentStore, which includes it."
      )
    case .unusedFile:
      Advice(
        "A file of large values belongs to no object; a program was stopped between writing the file and saving.",
        remedy: "It only uses space, and can be removed while no program has the store open."
      )
    case .missingValue:
      Advice(
        "A mandatory attribute or relationship has no value in an object, or would have none after a migration.",
        remedy: """
          Give the objects a value with a program, or make the property optional. For a migration a default value \
          in the new version is enough, if the type has defaults: Binary, Transformable and relationships have none.
          """
      )
    case .notUnique:
      Advice(
        "Several objects have the same values for a uniqueness constraint, of the current model or of the new one.",
        remedy: "Merge or change the objects with the old version of the model, then migrate."
      )
    case .wrongType:
      Advice(
        "A column holds a value of another type than its attribute, which SQLite does not prevent: for example a text for a number.",
        remedy: "Correct the value; the names of table and column are in the message.",
        example: "UPDATE ZPLAYER SET ZAGE = 30 WHERE Z_PK = 7;"
      )
    case .damagedText:
      Advice(
        "A text is not valid in the encoding of the database (UTF-8, or UTF-16), and would be read as other characters.",
        remedy: "Write the value again through the program that owns it."
      )
    case .missingVersion:
      Advice(
        "A row has no version number (Z_OPT). Conflicts with other programs are not detected for this object.",
        remedy: "Set the number to 1."
      )
    default:
      Advice(
        "The metadata of the store have no UUID, which is part of the IDs of its objects.",
        remedy: "Open the store once for writing, which adds a UUID."
      )
    }
  }
}
