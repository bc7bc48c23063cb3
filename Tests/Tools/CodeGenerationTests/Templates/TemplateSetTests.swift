import Diagnostics
import TemplateEngine
import Testing

@testable import CodeGeneration

struct TemplateSetTests {
  @Test func aSetOnDiskIsRead() throws {
    let finding = TestSet.library.set(TemplateReference(TestSet.path("split") + "/"))
    #expect(finding.diagnostics.isEmpty)
    let set = try #require(finding.set)
    #expect(set.name == TestSet.path("split"))
    #expect(set.summary == "A class to keep and an extension to rewrite for each entity")
    #expect(set.outputs.map(\.name) == ["class", "properties", "model", "all"])
    #expect(set.outputs.map(\.each) == [.entity, .entity, .model, .all])
    #expect(set.outputs[1].mode.text == "always")
    #expect(
      set.outputs[2].condition
        == PlacedText("param.model", at: set.outputs[2].condition?.place ?? Place())
    )
    guard case .declared(let parameters) = set.parameters else {
      Issue.record("no parameters")
      return
    }
    #expect(
      parameters.map(\.name)
        == ["accessLevel", "final", "extraImports", "depth", "suffix", "manual", "model"]
    )
    #expect(parameters[0].kind == .choice(["public", "internal"]))
    #expect(parameters.map(\.kind).dropFirst().prefix(4) == [.flag, .list, .number, .text])
  }

  @Test func aSingleTemplateIsASet() throws {
    let path = TestSet.path("split/model.stencil")
    let set = try #require(
      TestSet.library.set(TemplateReference(path), making: "Models.swift").set
    )
    #expect(set.origin == .file(path))
    #expect(set.outputs.count == 1)
    #expect(set.outputs[0].file == .fixed("Models.swift"))
    #expect(try set.loader.source(of: "model.stencil").path.hasSuffix("split/model.stencil"))
  }

  /// Every mistake has a line and a column.
  @Test(arguments: [
    ("{", "1:2: error: expected a key or '}', but found the end of the file"),
    ("[]", "1:1: error: expected a template set (an object), but found a list"),
    ("{outputs: []}", "1:1: error: a template set needs 'summary'"),
    ("{summary: 'a'}", "1:1: error: a template set needs 'outputs'"),
    ("{summary: 'a', outputs: [], outputz: 1}", "1:29: error: a template set has no 'outputz'"),
    ("{requires: 'x', what: 1}", "1:12: error: 'x' is not a version"),
    (
      "{requires: '0.2', what: 1}",
      "1:12: error: the template set needs momgen 0.2 or later; this is 0.1.0"
    ),
    (
      "{summary: 'a', outputs: [],\n parameters: {p: {summary: 's', type: 'flug'}}}",
      "2:39: error: expected one of 'text', 'flag', 'list', 'number', but found 'flug'"
    ),
    (
      "{summary: 'a', outputs: [], parameters: {p: {summary: 's', type: 'list', values: ['a']}}}",
      "1:74: error: only a text has 'values'"
    ),
    (
      "{summary: 'a', outputs: [], parameters: {p: {summary: 's', values: ['a'], default: 'b'}}}",
      "1:84: error: the default must be 'a'"
    ),
    (
      "{summary: 'a', outputs: [], parameters: {p: {summary: 's', type: 'number', default: Infinity}}}",
      "1:85: error: the default must be a number"
    ),
    (
      "{summary: 'a', outputs: [], parameters: {'a.b': {summary: 's'}}}",
      "1:42: error: a parameter's name is not empty and has no '=' and no '.'"
    ),
    (
      "{summary: 'a', outputs: [{name: 'x', template: 'nope.stencil', each: 'all', file: 'x'}]}",
      "1:48: error: there is no template 'nope.stencil'"
    ),
    (
      "{summary: 'a', outputs: [{name: 'x', template: 't', each: 'entities', file: 'x'}]}",
      "1:59: error: expected one of 'entity', 'model', 'all', but found 'entities'"
    ),
    (
      "{summary: 'a', outputs: [{name: 'x', template: 't', each: 'all', file: 'x', mode: 'on'}]}",
      "1:83: error: expected one of 'once', 'always', but found 'on'"
    ),
    (
      "{summary: 'a', outputs: [{name: 'x', template: 't', each: 'all'}]}",
      "1:26: error: an output needs 'file'"
    ),
    (
      """
      {summary: 'a', outputs: [
        {name: 'x', template: 't', each: 'all', file: 'x'},
        {name: 'x', template: 't', each: 'all', file: 'y'}]}
      """,
      "3:3: error: two outputs are called 'x'"
    ),
  ])
  func mistakes(text: String, expected: String) {
    var reader = TemplateSetReader(
      programVersion: "0.1.0",
      loader: DictionaryLoader(["t": ""])
    )
    let set = reader.read(text.utf8, path: "set.json", name: "s", origin: .bundled)
    #expect(set == nil)
    let diagnostics = reader.collector.diagnostics
    #expect(
      diagnostics.map { "\($0.place): \($0.severity): \($0.message)" }
        .contains("set.json:" + expected),
      "\(diagnostics)"
    )
  }

  /// A set for a newer program may contain keys that this one does not know.
  @Test func aSetThatIsTooNewIsNotCalledWrong() {
    var reader = TemplateSetReader(programVersion: "0.9.1", loader: DictionaryLoader())
    let text = "{requires: '0.10', summary: 1, outputs: {}, new: true}"
    #expect(reader.read(text.utf8, path: "set.json", name: "s", origin: .bundled) == nil)
    #expect(reader.collector.diagnostics.count == 1)
  }

  @Test(arguments: [
    ("0.1", "0.1.0", false), ("0.1", "0.2", true), ("0.9", "0.10", true), ("1", "0.9.9", false),
    ("0.2.1", "0.2", false), ("0.2", "0.2.1", true),
  ])
  func versionsAreComparedByNumbers(left: String, right: String, isLess: Bool) throws {
    let left = try #require(VersionNumber(left))
    #expect(try (left < #require(VersionNumber(right))) == isLess)
  }

  @Test(arguments: ["", ".", "1.", "a", "1.-2", "+1", "1.99999999999999999999"])
  func invalidVersions(text: String) {
    #expect(VersionNumber(text) == nil)
  }

  @Test(arguments: [
    ("./nothing", true), ("nothing.stencil", true), ("a/b", true), ("..", true), ("xcode", false),
  ])
  func namesAndPathsAreDistinguished(text: String, isPath: Bool) {
    let reference = TemplateReference(text, relativeTo: "/folder")
    #expect(reference.isPath == isPath)
    #expect(reference.path == "/folder/" + text)
    #expect(TestSet.library.set(reference).set == nil)
  }
}
