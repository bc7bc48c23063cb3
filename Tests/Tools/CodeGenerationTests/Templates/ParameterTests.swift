import Diagnostics
import JSON
import JSON5
import TemplateEngine
import Testing

@testable import CodeGeneration

struct ParameterTests {
  private static func resolve(
    _ words: [String],
    for name: String = "split"
  ) throws -> ParameterResolution {
    let set = try #require(TestSet.library.set(TemplateReference(TestSet.path(name))).set)
    return ParameterResolution(words.map { GivenParameter(word: $0) }, for: set)
  }

  private static func text(_ resolution: ParameterResolution) throws -> String {
    JSONText(.compact).text(of: JSONValue(resolution.value))
  }

  @Test func defaultsAreFilledIn() throws {
    let resolution = try Self.resolve([])
    #expect(resolution.diagnostics.isEmpty)
    #expect(
      try Self.text(resolution)
        == #"{"accessLevel":"internal","final":false,"extraImports":[],"depth":3,"#
        + #""suffix":null,"manual":"once","model":true}"#
    )
  }

  @Test func valuesHaveTheKindsOfTheSet() throws {
    let resolution = try Self.resolve([
      "accessLevel=public", "final", "extraImports=A", "extraImports=B", "depth=2.5", "suffix=a=b",
      "model=no",
    ])
    #expect(resolution.diagnostics.isEmpty)
    #expect(
      try Self.text(resolution)
        == #"{"accessLevel":"public","final":true,"extraImports":["A","B"],"depth":2.5,"#
        + #""suffix":"a=b","manual":"once","model":false}"#
    )
    #expect(try Self.text(Self.resolve(["extraImports="])).contains(#""extraImports":[]"#))
    #expect(try Self.text(Self.resolve(["suffix="])).contains(#""suffix":"""#))
  }

  @Test(arguments: [
    (["acessLevel=public"], "has no parameter 'acessLevel'", "did you mean 'accessLevel'?"),
    (["zzz"], "has no parameter 'zzz'", "lists them"),
    (["="], "has no parameter ''", "lists them"),
    (
      ["accessLevel=pubic"], "'accessLevel' must be 'public' or 'internal'",
      "did you mean 'public'?"
    ),
    (["accessLevel"], "'accessLevel' must be", ""),
    (["final=maybe"], "'final' must be true or false", ""),
    (["depth=deep"], "'depth' must be a number", ""),
    (["depth=inf"], "'depth' must be a number", ""),
    (["extraImports"], "'extraImports' must be a list of texts", ""),
    (["suffix=a", "suffix=b"], "'suffix' is given 2 times", ""),
  ])
  func mistakes(words: [String], message: String, hint: String) throws {
    let diagnostics = try Self.resolve(words).diagnostics
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.message.contains(message) == true, "\(diagnostics)")
    #expect(diagnostics.first?.hint?.contains(hint) ?? hint.isEmpty, "\(diagnostics)")
  }

  @Test func valuesInFilesAreNotWords() throws {
    let set = try #require(TestSet.library.set(TemplateReference(TestSet.path("split"))).set)
    func resolve(_ name: String, _ text: String) throws -> ParameterResolution {
      let value = try JSON5Reader.read(text.utf8, path: "momgen.json")
      return ParameterResolution([GivenParameter(name, .json(value), at: value.place)], for: set)
    }
    #expect(try Self.text(resolve("final", "true")).contains(#""final":true"#))
    #expect(try Self.text(resolve("extraImports", "['A']")).contains(#"["A"]"#))
    #expect(try Self.text(resolve("depth", "4")).contains(#""depth":4"#))
    for (name, text) in [("final", "'true'"), ("depth", "'4'"), ("extraImports", "[1]")] {
      let diagnostics = try resolve(name, text).diagnostics
      #expect(diagnostics.map(\.place) == [Place(path: "momgen.json", line: 1, column: 1)])
    }
  }

  /// `26` is accepted in place of `"26"`.
  @Test func aChoiceCanBeWrittenAsANumber() throws {
    let set = try #require(
      TemplateLibrary(programVersion: "0.1.0").set(TemplateReference("xcode")).set
    )
    func resolve(_ text: String) throws -> ParameterResolution {
      let value = try JSON5Reader.read(text.utf8, path: "momgen.json")
      return ParameterResolution([GivenParameter("dialect", .json(value))], for: set)
    }
    #expect(try Self.text(resolve("26")).contains(#""dialect":"26""#))
    #expect(try resolve("25").diagnostics.count == 1)
    #expect(try resolve("26.5").diagnostics.count == 1)
  }

  /// A single template declares no parameters, and gets all.
  @Test func aSingleTemplateTakesAnything() throws {
    let words = ["publicAccess", "a.b=1", "extraImports=A", "extraImports=B"]
    #expect(
      try Self.text(Self.resolve(words, for: "split/model.stencil"))
        == #"{"publicAccess":true,"a":{"b":"1"},"extraImports":["A","B"]}"#
    )
    let set = try #require(
      TestSet.library.set(TemplateReference(TestSet.path("split/model.stencil"))).set
    )
    let value = try JSON5Reader.read("{on: true, off: false, list: ['a', 2], none: null}".utf8)
    let given = ParameterResolution([GivenParameter("p", .json(value))], for: set)
    #expect(try Self.text(given) == #"{"p":{"on":true,"list":["a","2"]}}"#)
    let bad = try Self.resolve(["a=1", "a.b=2"], for: "split/model.stencil").diagnostics
    #expect(bad.map(\.message) == ["the parameter 'a.b' is both a value and a group of values"])
  }
}
