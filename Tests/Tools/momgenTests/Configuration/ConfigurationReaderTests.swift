import CodeGeneration
import Diagnostics
import JSON5
import Testing

@testable import momgen

@Suite struct ConfigurationReaderTests {
  private func read(_ text: String, path: String = "App/momgen.json") -> ConfigurationReader.Outcome
  {
    ConfigurationReader().read(Array(text.utf8), path: path)
  }

  @Test func everything() throws {
    let outcome = read(
      """
      {
        // Two models.
        models: [
          "Models/League.xcdatamodeld",
          {
            path: '../Shared/Company.xcdatamodeld',
            version: 'Company 2',
            outputs: [
              { template: 'portable', output: 'Generated', configuration: 'Cloud',
                parameters: { accessLevel: 'public', extraImports: ['A', 'B'], final: true, n: 2 },
                fileNames: { class: '{{ entity.name }}.swift' } },
              { template: './templates/mine' },
              { template: 'report.stencil', output: '.' },
            ],
          },
        ],
        outputs: [{ template: 'stack', output: '/abs' }],
        lint: { rules: {} },
      }
      """
    )
    #expect(outcome.diagnostics == [])
    let configuration = try #require(outcome.configuration)
    #expect(configuration.path == "App/momgen.json")
    #expect(
      configuration.models.map(\.path) == [
        "App/Models/League.xcdatamodeld", "App/../Shared/Company.xcdatamodeld",
      ]
    )
    #expect(configuration.models.map(\.place.line) == [4, 6])
    #expect(configuration.models[0].outputs.isEmpty)
    let company = configuration.models[1]
    #expect(company.version == "Company 2")
    #expect(
      company.outputs.map(\.template.path) == [
        "App/portable", "App/./templates/mine", "App/report.stencil",
      ]
    )
    #expect(company.outputs.map(\.template.isPath) == [false, true, true])
    #expect(company.outputs.map(\.folder) == ["App/Generated", nil, "App"])
    #expect(company.outputs.map(\.configuration) == ["Cloud", nil, nil])
    let parameters = company.outputs[0].parameters
    #expect(parameters.map(\.name) == ["accessLevel", "extraImports", "final", "n"])
    #expect(parameters.map(\.place.line) == [10, 10, 10, 10])
    let patterns = company.outputs[0].fileNames.map(\.value)
    #expect(patterns.map(\.text) == ["{{ entity.name }}.swift"])
    #expect(patterns.map(\.place.column) == [31])
    #expect(configuration.outputs.map(\.template.text) == ["stack"])
    #expect(configuration.outputs.map(\.folder) == ["/abs"])
    #expect(configuration.lint?.place == Place(path: "App/momgen.json", line: 18, column: 9))
  }

  @Test func nothing() throws {
    let configuration = try #require(read("{}").configuration)
    #expect(configuration == ProjectConfiguration(path: "App/momgen.json"))
  }

  @Test(arguments: [
    ("{ models: [{}] }", ["1:12: a model needs 'path'"]),
    ("{ models: [''] }", ["1:12: expected a text that is not empty, but found ''"]),
    ("{ models: ['a\\0b'] }", ["1:12: a path has no null character"]),
    ("{ models: [1] }", ["1:12: expected a model (an object), but found a number"]),
    ("{ models: 'a' }", ["1:11: expected a list, but found 'a'"]),
    ("{ model: [] }", ["1:3: a configuration has no 'model'"]),
    ("[]", ["1:1: expected a configuration (an object), but found a list"]),
    ("{ outputs: [{ output: 'x' }] }", ["1:13: an output needs 'template'"]),
    (
      "{ models: [{ path: 'a', outputs: [{ tmplate: 'x', output: 1 }] }] }",
      [
        "1:37: an output has no 'tmplate'", "1:35: an output needs 'template'",
        "1:59: expected a text that is not empty, but found a number",
      ]
    ),
    ("{ models: [ }", ["1:13: expected a value, but found '}'"]),
  ])
  func mistakes(text: String, expected: [String]) {
    let outcome = read(text, path: "m")
    #expect(outcome.configuration == nil)
    #expect(outcome.diagnostics.map { "\($0.place): \($0.message)" } == expected.map { "m:" + $0 })
  }

  @Test func aMisspelledKeyGetsASuggestion() {
    #expect(read("{ modles: [] }").diagnostics.map(\.hint) == ["did you mean 'models'?"])
  }

  @Test func aFileThatCannotBeRead() throws {
    let scratch = try Scratch()
    let outcome = ConfigurationReader().read(scratch.path("momgen.json"))
    #expect(outcome.configuration == nil)
    #expect(
      outcome.diagnostics.map(\.message) == [
        "cannot read the configuration: No such file or directory"
      ]
    )
  }

  @Test(arguments: [
    ("momgen.json", "Models/A", "Models/A"), ("momgen.json", "./A", "A"),
    ("momgen.json", ".", "."), ("momgen.json", "././/A", "A"), ("momgen.json", "../A", "../A"),
    ("../momgen.json", "A", "../A"), ("../momgen.json", ".", ".."), ("a/b/m.json", "c", "a/b/c"),
    ("/momgen.json", "c", "/c"), ("a/m.json", "/c", "/c"), ("/a/m.json", "./", "/a"),
  ])
  func relativePaths(file: String, path: String, expected: String) {
    #expect(RelativePath(toFile: file).resolved(path) == expected)
  }
}
