import Foundation
import Testing

@testable import momgen

/// `--template FILE.stencil`: the output is exactly what the template writes.
struct SingleTemplateTests {
  private static func run(
    _ template: String,
    to output: String? = nil,
    variables: [(String, String)] = []
  ) throws -> (run: Run, scratch: Scratch) {
    let model = try GeneratedModel()
    try model.scratch.write(template, to: "one.stencil")
    var words = ["generate", model.model, "-t", model.scratch.path("one.stencil")]
    if let output { words += ["-o", model.scratch.path(output)] }
    return (Run(words: words, variables: variables), model.scratch)
  }

  @Test(arguments: ["", "a", "a\n", "a\n\n\n", "\n\na", "a\r\nb\r\n", " \n "])
  func everyByteStays(text: String) throws {
    #expect(try Self.run(text).run.output == text)
    let (run, scratch) = try Self.run(text, to: "one.txt")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(try scratch.read("one.txt") == text)
  }

  @Test func theTimeIsThatOfTheEnvironment() throws {
    let template = "{% now \"yyyy-MM-dd HH:mm\" %}"
    let told = try Self.run(template, variables: [("SOURCE_DATE_EPOCH", "1709211909")]).run
    #expect(told.output == "2024-02-29 13:05")
    for variables in [[], [("SOURCE_DATE_EPOCH", "")]] {
      let run = try Self.run(template, variables: variables).run
      #expect(run.exitCode == 2)
      #expect(run.errorOutput.contains("one.stencil:1:1: error: 'now' has no time"))
    }
  }

  @Test(arguments: ["today", "1.5", "99999999999999999999", "0x10"])
  func aTimeThatIsNoNumberIsAnError(text: String) throws {
    let run = try Self.run("a", variables: [("SOURCE_DATE_EPOCH", text)]).run
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errorOutput.contains(
        "the variable SOURCE_DATE_EPOCH is '\(text)', which is not a number of seconds"
      )
    )
  }

  // MARK: Templates of other tools

  /// A template for another context would silently generate nothing.
  @Test(arguments: [
    (
      "a{% for entity in entities %}{{ entity.name }}{% endfor %}", "1:19",
      "'entities' is not in the context; there are 'models', 'param' and 'env'",
      "each model has it: 'model.entities' in '{% for model in models %}'"
    ),
    (
      "a{{ attributes.count }}", "1:5",
      "'attributes' is not in the context; there are 'models', 'param' and 'env'",
      "each entity has it: 'entity.attributes' in '{% for name, entity in model.entities %}'"
    ),
    (
      "a{{ model.name }}", "1:5",
      "'model' is not in the context; there are 'models', 'param' and 'env'",
      "did you mean 'models'?"
    ),
    (
      "a\n{% if publicAccess %}public{% endif %}", "2:7",
      "'publicAccess' is not in the context; there are 'models', 'param' and 'env'",
      "'momgen dump --context MODEL' shows all names; a parameter is 'param.publicAccess'"
    ),
  ])
  func namesOfAnotherContextAreReported(
    template: String,
    place: String,
    message: String,
    hint: String
  ) throws {
    for output in [nil, "out.txt"] {
      let (run, scratch) = try Self.run(template, to: output)
      #expect(run.exitCode == 0)
      #expect(
        run.errorOutput == """
          \(scratch.path("one.stencil")):\(place): warning: \(message) [unknown-name]
            hint: \(hint)

          """
      )
    }
  }

  /// Neither does a mistake below the top level.
  @Test(arguments: [
    (
      "{% for model in models %}{{ model.nmae }}{% endfor %}", "1:29",
      "'model' has no part 'nmae'", "did you mean 'name'?"
    ),
    (
      "{% for m in models %}{% for n, e in m.entities %}{% if e.qqqq.count %}x{% endif %}"
        + "{% endfor %}{% endfor %}", "1:56",
      "'e' has no part 'qqqq'", "'momgen dump --context MODEL' shows all parts"
    ),
    (
      "{% for m in models %}{% for e in m.entities %}{{ e.name }}{% endfor %}{% endfor %}", "1:50",
      "'e' is a text, and has no part 'name'",
      "a loop over a dictionary gives its keys: '{% for key, value in … %}' gives the values too"
    ),
    (
      "{{ models[0].entities.A.atributes.first.name }}", "1:4",
      "'models[…].entities.A' has no part 'atributes'", "did you mean 'attributes'?"
    ),
  ])
  func unknownPartsAreReported(
    template: String,
    place: String,
    message: String,
    hint: String
  ) throws {
    let (run, scratch) = try Self.run(template)
    #expect(run.exitCode == 0)
    #expect(
      run.errorOutput == """
        \(scratch.path("one.stencil")):\(place): warning: \(message) [unknown-name]
          hint: \(hint)

        """
    )
  }

  /// Dictionaries may have any key, a kind of property the parts of the others, and a default allows a
  /// missing value.
  @Test(arguments: [
    "{% for m in models %}{{ m.entities.Nobody.name }}{{ m.fetchRequests.none }}{{ param.x }}{% endfor %}",
    "{% for n, e in models[0].entities %}{% for a in e.attributes %}{{ a.isToMany }}{{ a.literals }}"
      + "{{ a.userInfo.key }}{% endfor %}{{ e.count }}{{ e.qqqq|default:'' }}{% endfor %}",
    "{{ models.nothing }}{{ models[0].name.first }}",
  ])
  func partsThatMayBeMissingAreNotReported(template: String) throws {
    let run = try Self.run(template).run
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.errorOutput.isEmpty)
  }

  /// Each output of a set has its own names, and so have the patterns of file names and conditions.
  @Test func namesInSetsAreReportedAtTheirPlace() throws {
    let model = try GeneratedModel()
    try model.scratch.write(
      """
      { summary: "x", outputs: [
        { name: "a", template: "t.stencil", each: "entity", file: "{{ entity.name }}{{ sufix }}",
          when: "not name" },
      ] }
      """,
      to: "Set/set.json"
    )
    try model.scratch.write("{{ entity.name }}{{ superEntity }}", to: "Set/t.stencil")
    let run = model.run("generate")
    #expect(run.exitCode == 0)
    let lines = run.errorOutput.split(separator: "\n").filter { $0.contains("warning") }.map {
      String($0.dropFirst(model.scratch.path("Set").count + 1))
    }
    let known = "is not in the context; there are 'entity', 'model', 'models', 'param' and 'env'"
    #expect(
      lines == [
        "set.json:2:61: warning: 'sufix' \(known) [unknown-name]",
        "set.json:3:11: warning: 'name' \(known) [unknown-name]",
        "t.stencil:1:21: warning: 'superEntity' \(known) [unknown-name]",
      ],
      "\(run.errorOutput)"
    )
    #expect(run.errorOutput.contains("hint: the entity has it: 'entity.superEntity'"))
    #expect(model.outputs.contains("A"))
  }

  /// Older renderers keep the lines of tags.
  @Test(arguments: [
    (nil, "1\n2\n3"), ("smart", "1\n2\n3"), ("nothing", "1\n\n2\n\n3"), ("all", "123"),
  ])
  func whiteSpaceBesideTags(trim: String?, text: String) throws {
    let model = try GeneratedModel()
    let template = "1\n{% if true %}\n2\n{% endif %}\n3"
    try model.scratch.write(template, to: "one.stencil")
    let words = trim.map { ["--trim", $0] } ?? []
    let one = model.scratch.path("one.stencil")
    #expect(Run(words: ["generate", model.model, "-t", one] + words).output == text)

    try model.scratch.write(template, to: "Set/human.stencil")
    #expect(
      Run(
        words: ["generate", model.model, "-t", model.scratch.path("Set"), "-o", model.output]
          + words
      ).exitCode == 0
    )
    #expect(try model.scratch.read("Out/A.swift") == text + "\n")

    // In a configuration, and as the default of a set; the command line takes precedence.
    let setting = trim.map { "trim: '\($0)', " } ?? ""
    try model.scratch.write(
      "{ models: [{ path: 'M.xcdatamodel', outputs: [{ \(setting)template: './one.stencil', output: 'c' }] }] }",
      to: "momgen.json"
    )
    #expect(Run("generate", "--config", model.scratch.path("momgen.json")).exitCode == 0)
    #expect(try model.scratch.read("c") == text)
    try model.scratch.write(
      GeneratedModel.set.replacing(
        "summary: \"Classes\",",
        with: "summary: \"Classes\", \(setting)"
      ),
      to: "Set/set.json"
    )
    let other = model.scratch.path("Other")
    #expect(
      Run("generate", model.model, "-t", model.scratch.path("Set"), "-o", other).exitCode == 0
    )
    #expect(try model.scratch.read("Other/A.swift") == text + "\n")
    let last = model.scratch.path("Last")
    #expect(
      Run("generate", model.model, "-t", model.scratch.path("Set"), "-o", last, "--trim", "all")
        .exitCode == 0
    )
    #expect(try model.scratch.read("Last/A.swift") == "123\n")
  }

  @Test func builtInSetsRefuseTheTrimOption() throws {
    let model = try GeneratedModel()
    let run = Run("generate", model.model, "-o", model.output, "--trim", "all")
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains("not to the set 'portable'"))
    #expect(!model.exists("Out"))
    #expect(Run("generate", model.model, "--trim", "some").exitCode == 2)
  }
}
