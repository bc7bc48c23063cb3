import CodeGeneration

extension GenerationRule {
  var advice: Advice {
    switch self {
    case .badName:
      Advice(
        "A name of the model is a word that Swift reserves, or has characters that no identifier has.",
        remedy: """
          The message shows the name that is generated instead. To change it, rename the part, with the old \
          name as its renaming identifier.
          """,
        example: #"<attribute name="class" attributeType="String"/>"#
      )
    case .inheritedMember:
      Advice(
        """
        Every managed object has a member of this name, such as 'description' or 'objectID'. A property of the same \
        name would hide it, and Core Data itself would call the wrong one.
        """,
        remedy:
          "Rename the property; its old name as the renaming identifier keeps the data of existing stores."
      )
    case .ambiguousName:
      Advice(
        "Two different names of the model become the same name in Swift once characters that Swift does not allow are removed.",
        remedy: "Rename one of the two parts, or accept the generated name with a number.",
        example: "first name, firstName"
      )
    case .shadowedType:
      Advice(
        "A class of the model is named like a type that generated code uses, such as Set or Date.",
        remedy:
          "No action is needed: the type is named with its module. Another class name makes code easier to read."
      )
    case .shadowedModule:
      Advice(
        """
        A class is named like the module Swift, Foundation or CoreData, so that generated code cannot qualify \
        a type.
        """,
        remedy: "Give the class another name in the model; the entity may keep its own."
      )
    case .sharedClass:
      Advice(
        "Two entities have the same class, so the class does not determine the entity of a new object.",
        remedy: """
          Give each entity a class of its own. To use the class for both, create objects with \
          init(entity:insertInto:), which specifies the entity.
          """
      )
    case .accessorClash:
      Advice(
        """
        What is generated for one property, such as addToPlayers(_:), is also the name of another property or of \
        what is generated for it.
        """,
        remedy: "Rename one of the two. The message shows which one is generated."
      )
    case .badTypeText:
      Advice(
        """
        The text that names a Swift type, in the class of a Transformable attribute or in user info, is not one type: \
        it would break the generated code, or add to it.
        """,
        remedy: "Write one type, with its module if it is not in scope.",
        example: "attributeValueClassName=\"[String: Int]\""
      )
    case .uncheckedValue:
      Advice(
        """
        The accessor of a mandatory property of a custom type has no value to return if the object has none, \
        and stops the program.
        """,
        remedy: "Give the attribute a default value in the model, or make it optional."
      )
    }
  }
}
