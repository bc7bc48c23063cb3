import Testing

@testable import TemplateEngine

@Suite struct WhitespaceTests {
  /// `•` is a space and `→` a tab, so that the rows are readable.
  private func verify(
    _ template: String,
    _ expected: String,
    _ trim: TrimBehaviour,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    func visible(_ text: String) -> String {
      String(
        text.map { character in
          switch character {
          case "•": " "
          case "→": "\t"
          default: character
          }
        }
      )
    }
    try Rendered(visible(template), visible(expected), with: ["v": "x", "l": [1, 2]])
      .verify(with: TemplateEnvironment(trim: trim), at: location)
  }

  @Test(arguments: [
    ("a•{% if v %}•b•{% endif %}•c", "a••b••c"),
    ("a\n{% if v %}\nb\n{% endif %}\nc\n", "a\n\nb\n\nc\n"),
  ]) func nothing(template: String, expected: String) throws {
    try verify(template, expected, .nothing)
  }

  @Test(arguments: [
    // The line of a tag that is alone on it is removed.
    ("a\n{% if v %}\nb\n{% endif %}\nc\n", "a\nb\nc\n"),
    ("a\n••{% if v %}→•\nb\n→{% endif %}\nc\n", "a\nb\nc\n"),
    ("{% for i in l %}\n••{{ i }}\n{% endfor %}\n", "••1\n••2\n"),
    // Only one line break is removed, and only if the rest of the line is blank.
    ("{% if v %}\n\n\nb{% endif %}", "\n\nb"), ("{% if v %}••b{% endif %}", "••b"),
    ("a\n\n\n{% if v %}b{% endif %}", "a\n\n\nb"),
    // Spaces before a tag are removed even in the middle of a line.
    ("a•→•{% if v %}b••{% endif %}•c", "ab•c"),
    // … and those at the end of the line before it, if it comes first on its own.
    ("a••\n{% if v %}b{% endif %}", "a\nb"), ("a••\n•{% if v %}b{% endif %}", "a••\nb"),
    ("a••\n\n{% if v %}b{% endif %}", "a••\n\nb"),
    // Outputs and comments never trim, and separate text from tags.
    ("••{{ v }}••\n", "••x••\n"), ("•{{-•v -}}•{{+ v•+}}•{{-5}}\n", "•x•x•-5\n"),
    ("••{# c #}••\n", "••••\n"),
    ("{% if v %}{# c #}\nb{% endif %}", "\nb"), ("a•{# c #}{% if v %}b{% endif %}", "a•b"),
    ("{% if v %}{{ v }}\n{% endif %}", "x\n"),
    // Both sides of one text
    ("{% if v %}\n••{% endif %}", ""), ("{% if v %}••{% endif %}", ""),
    ("{% if v %}\n\n••{% endif %}", "\n"),
    // Line ends of other systems
    ("a\r\n{% if v %}\r\nb\r\n••{% endif %}\r\nc", "a\r\nb\r\nc"),
  ]) func smart(template: String, expected: String) throws {
    try verify(template, expected, .smart)
  }

  @Test(arguments: [
    ("a\n\n•{% if v %}\n\n•b•\n{% endif %}\n•c\n", "abc\n"),
    ("•{{ v }}•{% if v %}•{% endif %}", "•x"),
  ]) func all(template: String, expected: String) throws {
    try verify(template, expected, .all)
  }

  @Test(arguments: [
    ("a\n•{%- if v -%}\n•b\n•{%- endif -%}\n•c", "abc"),
    ("a\n•{%- if v %}\n•b\n•{% endif -%}\n•c", "a\n•b\n•c"),
    ("a•{%-if v-%}•b•{%-endif-%}•c", "abc"),
    ("a•{%-•if v•-%}•b•{% endif %}", "ab•"),
  ]) func minusStrips(template: String, expected: String) throws {
    try verify(template, expected, .nothing)
  }

  @Test(arguments: [
    ("a\n••{%+ if v +%}\nb\n••{%+ endif +%}\nc", "a\n••\nb\n••\nc"),
    ("a\n••{%+ if v %}\nb\n••{% endif +%}\nc", "a\n••b\n\nc"),
  ]) func plusKeeps(template: String, expected: String) throws {
    try verify(template, expected, .smart)
    try verify("{%- if v +%}\na{% endif %}", "\na", .all)
  }

  @Test func minusOutdoesTheEnvironment() throws {
    try verify("a\n\n{%- if v %}\n\nb{% endif %}", "a\nb", .smart)
  }

  @Test func smartIsTheDefault() throws {
    let template = try Template(source: "{% if true %}\na\n{% endif %}\n", path: "t")
    #expect(try template.render() == "a\n")
  }
}
