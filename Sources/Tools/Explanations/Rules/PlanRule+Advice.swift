import CodeGeneration

extension PlanRule {
  var advice: Advice {
    switch self {
    case .badSet:
      Advice(
        "The set.json of a template set lacks a setting, or has an unknown one or one of the wrong kind.",
        remedy: "Correct the reported place; Templates/README.md describes each setting.",
        example:
          #"{ "outputs": { "class": { "template": "class.stencil", "mode": "sometimes" } } }"#
      )
    case .unknownTemplate:
      Advice(
        "Neither a built-in template set, nor a folder, nor a file has the name that --template gives.",
        remedy:
          "'momgen templates list' names the built-in sets; a folder of one's own is named by its path."
      )
    case .unknownParameter:
      Advice(
        "--param, or 'params' in momgen.json, sets a parameter that the template set does not have.",
        remedy:
          "'momgen templates show NAME' lists the parameters of a set, with their values and defaults."
      )
    case .parameterValue:
      Advice(
        "The value of a parameter does not fit its kind, such as a flag, a number or a choice; or a parameter without a default is missing.",
        remedy: "Give one of the values that the message lists."
      )
    case .unknownOutput:
      Advice(
        "A file name pattern is given for an output that the template set does not have.",
        remedy: "'momgen templates show NAME' lists the outputs of a set."
      )
    case .unknownConfiguration:
      Advice(
        "--configuration names a configuration that the model does not have.",
        remedy: "Compare the name with those in Xcode's editor; 'momgen dump' lists them as well."
      )
    case .outputPath:
      Advice(
        """
        The file name pattern leads outside of the output folder, is empty, or has parts that are not allowed in \
        file names. A foreign model must not be able to write outside of it.
        """,
        remedy: "Change the pattern, or the name of the entity that it uses.",
        example: "--file-name 'class=../{{ entity.name }}.swift'"
      )
    case .sharedPath:
      Advice(
        """
        Two generated files would be the same file, perhaps only on file systems that ignore case, \
        or two models generate into one folder in separate runs.
        """,
        remedy:
          "Put what distinguishes them into the file name pattern, or give each model an output folder of its own."
      )
    case .outputFolder:
      Advice(
        "The output folder, or a folder in it, cannot be created or written, or something else is in its place.",
        remedy: "Check the permissions of the folder, and whether a file or a link has its name."
      )
    case .manifest:
      Advice(
        """
        The manifest in the output folder, which records the generated files, is damaged, has markers of a \
        merge conflict, or was written by a later momgen.
        """,
        remedy: "Restore it from version control, or generate with the newer version."
      )
    case .yours:
      Advice(
        "The file was created once, to be edited, and is no longer generated, or would be replaced.",
        remedy: "Remove it if it is not needed, or move it."
      )
    case .edited:
      Advice(
        "The manifest shows that a generated file is not as momgen wrote it: it was edited.",
        remedy:
          "Move the edits to a file of your own, such as an extension of the class; --force discards them."
      )
    case .foreign:
      Advice(
        "A file that momgen did not create is in the place of a generated file.",
        remedy: "Move it, or choose another output folder; --force replaces it."
      )
    case .unknownName:
      Advice(
        "A template reads a name that neither the context nor the template itself has; it would print nothing.",
        remedy: "Correct the name. 'momgen dump --context' prints the context of templates.",
        example: "{{ entity.nmae }}"
      )
    case .nothing:
      Advice(
        "The template set generates code for none of the entities of a model, so there is no file.",
        remedy: """
          Look at 'Codegen' of the entities in Xcode: 'Manual/None' leaves an entity out. With the set 'xcode', \
          --all generates for all entities.
          """
      )
    case .staleFile:
      Advice(
        "A generated file differs from the current output of the model and the templates, or is no longer generated.",
        remedy:
          "Run 'momgen generate', or the same command without --check, and commit the changes."
      )
    }
  }
}
