import Foundation

/// A model, a template set and an output folder in a test.
struct GeneratedModel {
  let scratch: Scratch

  static let set = """
    // Two files for each entity, one of them owned by the user.
    {
      summary: "Classes",
      parameters: { access: { summary: "Who sees it", values: ["public", "internal"], default: "internal" } },
      outputs: [
        { name: "human", template: "human.stencil", each: "entity",
          file: "{{ entity.fileName }}.swift", mode: "once" },
        { name: "machine", template: "machine.stencil", each: "entity",
          file: "Machine/_{{ entity.fileName }}.swift" },
      ],
    }
    """

  init(entities: [String] = ["A", "B"]) throws {
    scratch = try Scratch()
    try write(entities: entities)
    try scratch.write(Self.set, to: "Set/set.json")
    try scratch.write("// Yours\nclass {{ entity.swiftClassName }} {}\n", to: "Set/human.stencil")
    try scratch.write(
      "{{ param.access }} class _{{ entity.swiftClassName }} {}\n",
      to: "Set/machine.stencil"
    )
  }

  func write(entities: [String], configuration: String = "") throws {
    let elements = entities.map { #"<entity name="\#($0)" representedClassName="\#($0)"/>"# }
    try scratch.write(
      "<model>\(elements.joined())\(configuration)</model>",
      to: "M.xcdatamodel/contents"
    )
  }

  var model: String { scratch.path("M.xcdatamodel") }
  var output: String { scratch.path("Out") }

  /// Runs a verb with the model, the set and the output folder.
  func run(_ verb: String, _ words: String...) -> Run {
    Run(words: [verb, model, "--template", scratch.path("Set")] + words + ["--output", output])
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: scratch.path(name))
  }

  var outputs: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: output)) ?? []).sorted()
  }
}
