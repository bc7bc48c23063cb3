import CodeGeneration
import Diagnostics
import Testing

@testable import momgen

/// The verbs that generate, with a `momgen.json` in place of a MODEL.
struct ConfiguredGenerationTests {
  private func project() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(
      """
      {
        models: [{
          path: '\(SampleModel.path("League"))',
          outputs: [
            { template: './names.stencil', output: 'Out/One.txt', parameters: { word: 'one' } },
            { template: 'names.stencil', configuration: 'Default', output: 'Out/Two.txt' },
            { template: 'portable' },
          ],
        }, '\(SampleModel.path("Company"))'],
        outputs: [{ template: './names.stencil', output: 'Out/All.txt' }],
      }
      """,
      to: "momgen.json"
    )
    try scratch.write(
      "{% for model in models %}{{ model.name }};{% endfor %}{{ param.word }}",
      to: "names.stencil"
    )
    return scratch
  }

  @Test func jobs() throws {
    let scratch = try project()
    let request = GenerationRequest(configuration: scratch.path("momgen.json"))
    #expect(request.diagnostics == [])
    #expect(request.jobs.map(\.models.count) == [1, 1, 2])
    #expect(request.jobs.map(\.configuration) == [nil, "Default", nil])
    #expect(
      request.jobs.map(\.output)
        == ["Out/One.txt", "Out/Two.txt", "Out/All.txt"].map(scratch.path)
    )
    #expect(request.jobs.map(\.place.line) == [5, 6, 10])
  }

  @Test func theVerbs() throws {
    let scratch = try project()
    let config = scratch.path("momgen.json")
    #expect(Run("check", "--config", config).exitCode == 1)
    let run = Run("generate", "--config", config)
    #expect(run.errorOutput == "")
    #expect(run.output.hasSuffix("3 written, 0 unchanged\n"))
    #expect(try scratch.read("Out/One.txt") == "League;one")
    #expect(try scratch.read("Out/Two.txt") == "League;")
    #expect(try scratch.read("Out/All.txt") == "League;Company;")
    #expect(Run("check", "--config", config).exitCode == 0)
    #expect(
      Run("list-outputs", "--config", config).output
        == ["One", "Two", "All"].map { scratch.path("Out/\($0).txt") + "\n" }.joined()
    )
  }

  @Test(arguments: ["generate", "check", "list-outputs", "watch"])
  func wordsThatContradictOneAnother(verb: String) throws {
    let both = Run(verb, "--config", "x.json", SampleModel.path("League"))
    #expect(both.exitCode == 2)
    #expect(both.errorOutput.contains("--config and MODEL exclude each other"))
    let without = Run(verb, "--param", "x=1", "--config", "x.json")
    #expect(without.exitCode == 2)
    #expect(without.errorOutput.contains("--param needs a MODEL"))
  }

  @Test func mistakesArePointedAt() throws {
    let scratch = try Scratch()
    let config = try scratch.write("{\n  modles: []\n}", to: "momgen.json")
    let run = Run("generate", "--config", config)
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains("\(config):2:3: error: a configuration has no 'modles'"))
    #expect(Run("generate", "--config", scratch.path("none.json")).exitCode == 2)
  }

  @Test func aConfigurationWithoutOutputs() throws {
    let scratch = try Scratch()
    let empty = try scratch.write("{ models: ['x'] }", to: "empty.json")
    #expect(Run("generate", "--config", empty).exitCode == 2)
    #expect(Run("generate", "--config", empty).errorOutput.contains("has no output"))
    let build = try scratch.write(
      "{ models: [{ path: 'x', outputs: [{ template: 'portable' }] }] }",
      to: "build.json"
    )
    #expect(Run("generate", "--config", build).exitCode == 0)
    #expect(Run("generate", "--config", build).errorOutput.contains("note: nothing to do"))
  }

  @Test func standardInputIsNotWatched() throws {
    for words in [["-"], [SampleModel.path("League"), "-o", "-"]] {
      let run = Run(words: ["watch"] + words)
      #expect(run.exitCode == 2)
      #expect(run.errorOutput.contains("cannot be watched"))
    }
  }
}
