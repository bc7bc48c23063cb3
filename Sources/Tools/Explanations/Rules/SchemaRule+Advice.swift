import SQLSchema

extension SchemaRule {
  var advice: Advice {
    switch self {
    case .untypedAttribute, .unusableComposite, .unknownDestination, .tooManyColumns,
      .nullCharacterInName, .noForeignKey, .unusableValidation, .untranslatablePattern,
      .unusableDefault, .unusableComment:
      tableAdvice
    case .unindexableMember, .tooManyDimensions, .partialIndex, .rTreeIndex,
      .constraintInOldLayout, .unknownDerivation, .unmaintainedDerivation:
      indexAdvice
    case .distributedUniqueness, .distributedSelfReference, .distributedRequiredCycle,
      .distributedForeignKeys:
      distributionAdvice
    }
  }

  /// The advice about tables, columns and their checks.
  private var tableAdvice: Advice {
    switch self {
    case .untypedAttribute:
      Advice(
        "An attribute that is not transient has the type Undefined, for which there is no type of a column.",
        remedy: "Give it a type, or make it transient."
      )
    case .unusableComposite:
      Advice(
        "The columns of a composite attribute are those of its elements, and these cannot be found.",
        remedy: "Name a composite of the model that does not contain itself."
      )
    case .unknownDestination:
      Advice(
        "A relationship whose destination is not in the model has no table to refer to, and gets no column.",
        remedy: "Name an entity of the model."
      )
    case .tooManyColumns:
      Advice(
        """
        All entities of a hierarchy share one table, and the table would have more columns than the database allows: \
        2,000 in SQLite, 1,600 in PostgreSQL.
        """,
        remedy:
          "Move attributes into an entity of their own with a to-one relationship, or divide the hierarchy."
      )
    case .nullCharacterInName:
      Advice(
        "A name contains the character U+0000, with which texts end in C; no database stores it.",
        remedy: "Rename the part."
      )
    case .noForeignKey:
      Advice(
        """
        The delete rule No Action, of a relationship or of its inverse, allows keys of deleted rows. A foreign \
        key would reject the deletion, so the column has none.
        """,
        remedy:
          "No action is needed if that is intended. With the rule Nullify there is a foreign key."
      )
    case .unusableValidation:
      Advice(
        "A bound or a length of an attribute is not a number, so that the database gets no check for it.",
        remedy: "Correct the value in the model."
      )
    case .untranslatablePattern:
      Advice(
        """
        Core Data checks regular expressions with ICU, PostgreSQL with an engine of its own that lacks some \
        constructs. The database has no such check; Core Data still validates on save.
        """,
        remedy:
          "Rewrite the expression without the construct, if other programs write to the table."
      )
    case .unusableDefault:
      Advice(
        "The default value of an attribute cannot be written as a literal of the column's type; the column has none.",
        remedy:
          "Correct the value. Core Data sets defaults itself; only statements of other programs lack it."
      )
    default:
      Advice(
        "The documentation of a part is written into the database as a comment, and has a null character.",
        remedy: "Remove the character."
      )
    }
  }

  /// The advice about indexes, constraints and derived attributes.
  private var indexAdvice: Advice {
    switch self {
    case .unindexableMember:
      Advice(
        "An index is over a transient property, a to-many relationship, an expression, or more columns than the database allows.",
        remedy: "Name stored attributes and to-one relationships of the entity."
      )
    case .tooManyDimensions:
      Advice(
        "SQLite's R-trees have five dimensions at most. The index is left out.",
        remedy: "Name at most five attributes, or make it an ordinary index."
      )
    case .partialIndex:
      Advice(
        "The condition of an index cannot be expressed in SQL with only constants, so the index covers all objects.",
        remedy:
          "No action is needed: fetches return the same objects. A condition that compares attributes with constants is supported."
      )
    case .rTreeIndex:
      Advice(
        "PostgreSQL has R-trees for boxes and points, not for columns of numbers.",
        remedy:
          "No action is needed if an ordinary index is enough. Otherwise create one over a range or a box with SQL."
      )
    case .constraintInOldLayout:
      Advice(
        "--layout selects the tables of an old version of Core Data, which had no uniqueness constraints.",
        remedy: "Use the current layout if the constraint matters."
      )
    case .unknownDerivation:
      Advice(
        "The expression by which an attribute is derived cannot be evaluated by the database.",
        remedy: """
          Use a key path over to-one relationships, 'canonical:', 'uppercase:', 'lowercase:', 'now()', or @count and \
          @sum over one to-many relationship.
          """
      )
    default:
      Advice(
        "The triggers that would keep a derived attribute up to date cannot be written for this schema.",
        remedy: "Set the attribute in willSave() instead of deriving it."
      )
    }
  }

  /// The advice about databases on several machines.
  private var distributionAdvice: Advice {
    switch self {
    case .distributedUniqueness:
      Advice(
        "Citus enforces uniqueness within a shard only, and rejects constraints without the distribution column.",
        remedy:
          "Make the table a reference table, or add the distribution column to the constraint.",
        example: "SELECT create_reference_table('player');"
      )
    case .distributedSelfReference:
      Advice(
        "A relationship leads to objects in the same table, and Citus rejects such foreign keys in distributed tables.",
        remedy: "Make the table a reference table, or drop the foreign key."
      )
    case .distributedRequiredCycle:
      Advice(
        """
        Two mandatory relationships need each other's object first. PostgreSQL checks at the end of a transaction; \
        CockroachDB checks each statement.
        """,
        remedy:
          "Make one of the two optional. The key may then be null for a time."
      )
    default:
      Advice(
        "Foreign keys between distributed tables must contain the distribution column, which those of a model do not.",
        remedy:
          "Make the referenced tables reference tables, or keep all tables on one node."
      )
    }
  }
}
