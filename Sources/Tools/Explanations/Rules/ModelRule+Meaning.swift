import ManagedModel

extension ModelRule {
  /// The advice about references in a model, and about the meaning of its values.
  var meaningAdvice: Advice {
    switch self {
    case .duplicateName:
      Advice(
        "Two entities of the model, or two parts of one entity, have the same name. Core Data finds parts by name.",
        remedy: "Rename one of them, or remove it if it is a copy from a merge."
      )
    case .unknownParent, .inheritanceCycle, .deepInheritance, .shadowedProperty: inheritanceAdvice
    case .unknownDestination, .unknownInverse, .nonMutualInverse, .inverseEntityMismatch,
      .orderedToOne, .badCount:
      relationshipAdvice
    case .unknownComposite:
      Advice(
        "A composite attribute names a composite that the model does not have.",
        remedy: "Correct the name, or add the composite.",
        example: #"<attribute name="address" attributeType="Composite" elementName="Adress"/>"#
      )
    case .compositeCycle:
      Advice(
        "A composite contains itself, directly or through others, so that its value would be infinite.",
        remedy: "Break the cycle: make one of them an entity, with a relationship to it."
      )
    case .unknownMember:
      Advice(
        "A uniqueness constraint or a configuration names an attribute or an entity that does not exist.",
        remedy: "Correct the name; a rename often misses this place."
      )
    case .unknownIndexMember:
      Advice(
        "A fetch index names a property that its entity does not have. The index is created without it, or not at all.",
        remedy: "Correct the name, or remove the element of the index."
      )
    case .unknownFetchEntity:
      Advice(
        "A fetch request or a fetched property names no entity, or one that does not exist.",
        remedy: "Name an entity of the model."
      )
    default: valueAdvice
    }
  }

  private var inheritanceAdvice: Advice {
    switch self {
    case .unknownParent:
      Advice(
        "The parent that an entity names is not in the model: it was renamed, removed, or is in another model.",
        remedy:
          "Correct the name of the parent. Entities of different models cannot inherit from one another.",
        example: #"<entity name="Player" parentEntity="Persn"/>"#
      )
    case .inheritanceCycle:
      Advice(
        "An entity is its own ancestor, so that it would inherit from itself.",
        remedy: "Give one of the entities in the cycle another parent, or none."
      )
    case .deepInheritance:
      Advice(
        "The chain of parents is longer than any model needs, and could exhaust the memory of programs that follow it.",
        remedy:
          "Give entities parents that are further up. All entities of a hierarchy share one table anyway."
      )
    default:
      Advice(
        """
        An entity declares a property that it inherits as well. Core Data refuses a model in which the two differ, \
        and the declaration has no effect if they do not.
        """,
        remedy: "Remove the property from the subentity, or rename it."
      )
    }
  }

  private var relationshipAdvice: Advice {
    switch self {
    case .unknownDestination:
      Advice(
        "A relationship names no destination, or an entity that is not in the model.",
        remedy: "Correct the name of the destination.",
        example: #"<relationship name="team" maxCount="1" destinationEntity="Taem"/>"#
      )
    case .unknownInverse:
      Advice(
        "The inverse that a relationship names does not exist in its destination, or is not a relationship there.",
        remedy: "Correct the name, or add the inverse relationship."
      )
    case .nonMutualInverse:
      Advice(
        """
        A relationship names an inverse that names another one, or none. Core Data would keep only one \
        direction up to date.
        """,
        remedy: "Make the two name each other."
      )
    case .inverseEntityMismatch:
      Advice(
        """
        The entity of the inverse is neither the destination nor an ancestor of it, often after a merge.
        """,
        remedy: "Set the inverse again in Xcode, which writes both names."
      )
    case .orderedToOne:
      Advice(
        "A to-one relationship leads to at most one object, which has no order. The flag has no effect.",
        remedy: "Remove ordered=\"YES\", or make the relationship to-many."
      )
    default:
      Advice(
        "A relationship must have more objects than it may have, so that no object can be saved.",
        remedy:
          "Lower the minimum count, or raise the maximum. A maximum of 0 means that there is none.",
        example:
          #"<relationship name="players" toMany="YES" minCount="11" maxCount="5" destinationEntity="Player"/>"#
      )
    }
  }

  private var valueAdvice: Advice {
    switch self {
    case .badPredicate:
      Advice(
        "The format string of a predicate cannot be parsed. The message says where parsing stopped.",
        remedy: """
          Write constants in apostrophes, %K for key paths that are filled in, and $NAME for variables; words that \
          the language reserves need a # in front.
          """,
        example: #"<fetchRequest name="Tall" entity="Player" predicateString="height &gt; "/>"#
      )
    case .badExpression:
      Advice(
        "The expression of a derived attribute or an index cannot be parsed.",
        remedy: """
          Write an expression that Core Data supports: a key path, 'now()', 'canonical:(name)', 'uppercase:(name)' and \
          the like, or an aggregate such as 'players.@count'.
          """,
        example:
          #"<attribute name="size" attributeType="Integer 64" derived="YES" derivationExpression="players.@count"/>"#
      )
    case .badDefault:
      Advice(
        "The default value does not have the type of its attribute. Core Data ignores it, or uses another.",
        remedy: "Correct the value, or the type.",
        example: #"<attribute name="age" attributeType="Integer 16" defaultValueString="unknown"/>"#
      )
    case .badBounds:
      Advice(
        "The minimum of an attribute is not a value of its type, or exceeds the maximum, so that no value is valid.",
        remedy: "Swap or correct the two.",
        example:
          #"<attribute name="age" attributeType="Integer 16" minValueString="99" maxValueString="0"/>"#
      )
    case .badRegularExpression:
      Advice(
        "The regular expression of an attribute does not compile, so that validation fails for each value.",
        remedy: "Balance its groups and classes, and escape literal characters with \\.",
        example: #"<attribute name="code" attributeType="String" regularExpressionString="[A-Z"/>"#
      )
    case .uncertainHash:
      Advice(
        """
        It is not established how Core Data hashes a part of the entity, so the version hash that momgen \
        computes may differ from that of Xcode's compiler.
        """,
        remedy:
          "Compile the model with Xcode where hashes must agree with those of existing stores."
      )
    default:
      Advice(
        """
        The file VersionInfo.plist of a compiled bundle (.momd) records a hash for an entity that differs from \
        that of its model: one of the two was replaced without the other.
        """,
        remedy: "Compile the bundle again."
      )
    }
  }
}
