import Testing

@testable import TemplateEngine

@Suite struct ParameterTests {
  @Test(arguments: [
    ([], "[:]"), (["a=1"], #"["a": "1"]"#), (["flag"], #"["flag": true]"#), (["a="], #"["a": ""]"#),
    (["a=x=y"], #"["a": "x=y"]"#), (["a=1", "b=2"], #"["a": "1", "b": "2"]"#),
    (["a=1", "a=2", "a=3"], #"["a": ["1", "2", "3"]]"#),
    (["o.a=1", "o.b=2"], #"["o": ["a": "1", "b": "2"]]"#),
    (["o.a.b=1", "o.c"], #"["o": ["a": ["b": "1"], "c": true]]"#),
    (["b=1", "a=2", "b=3"], #"["b": ["1", "3"], "a": "2"]"#),
  ]) func parse(items: [String], expected: String) throws {
    let parameters = try TemplateParameters.parse(items)
    try Rendered("{{ param }}", expected, with: ["param": parameters]).verify()
  }

  @Test(arguments: [
    (["=1"], "=1"), ([""], ""), (["a..b=1"], "a..b=1"), ([".a"], ".a"),
    (["a=1", "a.b=2"], "a.b=2"), (["a.b=1", "a=2"], "a=2"),
    ([String(repeating: "a.", count: 100) + "a=1"], String(repeating: "a.", count: 100) + "a=1"),
  ]) func mistakes(items: [String], culprit: String) {
    let error = #expect(throws: TemplateParameterError.self) { try TemplateParameters.parse(items) }
    #expect(error?.item == culprit)
  }

  @Test func contextsAreEnriched() throws {
    let template = "{{ a }}{{ param.x }}{{ param.y }}{{ env.HOME }}"
    let context: TemplateValue = ["a": 1]
    try Rendered(
      template,
      "1XYhome",
      with: context.enriched(parameters: ["x": "X", "y": "Y"], environment: ["HOME": "home"])
    ).verify()
    // The context's own keys take precedence.
    let own: TemplateValue = ["a": 1, "param": ["x": "own"], "env": ["HOME": "mine"]]
    try Rendered(
      template,
      "1ownYmine",
      with: own.enriched(parameters: ["x": "X", "y": "Y"], environment: ["HOME": "home"])
    ).verify()
    try Rendered("[{{ param.x }}]", "[]", with: TemplateValue.null.enriched()).verify()
  }
}
