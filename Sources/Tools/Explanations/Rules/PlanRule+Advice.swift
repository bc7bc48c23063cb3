import CodeGeneration

extension PlanRule {
  var advice: Advice {
    switch self {
    case .badSet:
      Advice(
        "set.json of a template set lacks something, has a setting that is not known, or one of the wrong kind.",
        remedy: "Correct the place that is named; Templates/README.md describes each setting.",
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
        "A parameter is a switch, a number, or one of some words, and is given something else; or it has no default and is not given.",
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
        file names. A model from somewhere else must not be able to write anywhere.
        """,
        remedy: "Change the pattern, or the name of the entity that it uses.",
        example: "--file-name 'class=../{{ entity.name }}.swift'"
      )
    case .sharedPath:
      Advice(
        """
        Two generated files would be the same file, perhaps only where file names do not tell upper from lower case, \
        or two models generate into one folder in separate runs.
        """,
        remedy:
          "Put what tells them apart into the file name pattern, or give each model an output folder of its own."
      )
    case .outputFolder:
      Advice(
        "The output folder, or a folder in it, cannot be made or written, or something else is in its place.",
        remedy: "Look at the rights of the folder, and whether a file or a link has its name."
      )
    case .manifest:
      Advice(
        """
        The manifest in the output folder, which records what momgen made there, is damaged, has marks of a merge \
        conflict, or was written by a later momgen.
        """,
        remedy: "Restore it from version control, or generate with the newer program."
      )
    case .yours:
      Advice(
        "The file was made once, to be edited, and is no longer made by anything; or would have to be replaced now.",
        remedy: "Remove it yourself if it is not needed, or move it away."
      )
    case .edited:
      Advice(
        "The manifest shows that a generated file is not as momgen wrote it: it was edited.",
        remedy:
          "Move the edits to a file of your own, such as an extension of the class; --force gives them up."
      )
    case .foreign:
      Advice(
        "In the place of a file that is to be generated there is one that momgen did not make.",
        remedy: "Move it away, or choose another output folder; --force replaces it."
      )
    case .unknownName:
      Advice(
        "A template reads a name that neither the context nor the template itself has; it would print nothing.",
        remedy: "Correct the name. 'momgen dump --context' prints what a template sees.",
        example: "{{ entity.nmae }}"
      )
    case .nothing:
      Advice(
        "None of the entities of a model is to have generated code by this template set, so that no file is made.",
        remedy: """
          Look at 'Codegen' of the entities in Xcode: 'Manual/None' leaves an entity out. With the set 'xcode', \
          --all generates for all entities.
          """
      )
    case .staleFile:
      Advice(
        "A generated file differs from what the model and the templates make now, or nothing makes it any more.",
        remedy:
          "Run 'momgen generate', or the same command without --check, and commit what changes."
      )
    }
  }
}
