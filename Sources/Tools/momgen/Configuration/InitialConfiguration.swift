import Files
import JSON

/// The initial `momgen.json` of a project.
struct InitialConfiguration {
  /// The models, by paths relative to the file.
  let models: [String]

  var text: String {
    var text = Self.head
    for (index, model) in models.enumerated() {
      if index > 0 { text += "\n" }
      text += """
            {
              "path": \(quoted(model)),
              "outputs": [
                { "template": "portable", "output": \(quoted(folder(for: model))) },
              ],
            },

        """
    }
    return text + Self.tail
  }

  /// The folder beside the model; one for each model if several are in one place.
  private func folder(for model: String) -> String {
    let home = Self.home(of: model)
    let neighbours = models.filter { Self.home(of: $0) == home }
    let generated = "\(home)Generated"
    return neighbours.count > 1 ? "\(generated)/\(PathName(model).stem)" : generated
  }

  private static func home(of model: String) -> Substring {
    model.lastIndex(of: "/").map { model[...$0] } ?? ""
  }

  private func quoted(_ text: String) -> String {
    JSONText(.compact).text(of: .string(text))
  }

  private static let head = """
    // The output of momgen for the models of this project. Paths are relative to this file.
    //
    // 'momgen generate' writes it, 'momgen check' checks that it is current, 'momgen watch' keeps it current.
    // 'momgen templates list' names the template sets, 'momgen templates show NAME' their parameters.
    {
      "models": [

    """

  private static let tail = """
      ],

      // More about a model:
      //   "version": "Model 2"          a version other than the current one
      // More about an output:
      //   "parameters": { "accessLevel": "public" }
      //   "fileNames": { "class": "{{ entity.name }}.swift" }
      //   "configuration": "Cloud"      only the entities of one model configuration
      // Only the build plugin generates an output without "output", in a folder of the build.
    }

    """
}
