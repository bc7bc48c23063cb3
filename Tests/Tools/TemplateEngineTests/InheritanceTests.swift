import Testing

@testable import TemplateEngine

@Suite struct InheritanceTests {
  private func verify(
    _ templates: [String: String],
    _ main: String,
    _ expected: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let environment = TemplateEnvironment(loader: DictionaryLoader(templates), trim: .nothing)
    try Rendered(main, expected, with: ["name": "Kyle", "list": [1, 2]])
      .verify(with: environment, at: location)
  }

  private static let base = [
    "base": "<{% block head %}base head{% endblock %}|{% block body %}base body{% endblock %}>",
    "middle": "{% extends 'base' %}{% block head %}middle+{{ block.super }}{% endblock %}",
    "blank": "{% extends 'base' %}",
  ]

  @Test(arguments: [
    ("{% include 'base' %}", "<base head|base body>"),
    ("{% extends 'base' %}", "<base head|base body>"),
    ("{% extends 'base' %}{% block body %}new{% endblock %}", "<base head|new>"),
    (
      "{% extends 'base' %}{% block body %}({{ block.super }}){% endblock %}",
      "<base head|(base body)>"
    ),
    (
      """
      {% extends 'base' %}{% block body %}{{ name }}{% endblock body %}{% block head %}\
      h{% endblock %}
      """,
      "<h|Kyle>"
    ),
    ("{% extends 'base' %}{% block other %}x{% endblock %}", "<base head|base body>"),
    // Several levels
    ("{% extends 'middle' %}", "<middle+base head|base body>"),
    ("{% extends 'middle' %}{% block head %}top{% endblock %}", "<top|base body>"),
    (
      "{% extends 'middle' %}{% block head %}top+{{ block.super }}{% endblock %}",
      "<top+middle+base head|base body>"
    ),
    ("{% extends 'middle' %}{% block body %}b{% endblock %}", "<middle+base head|b>"),
    (
      "{% extends 'blank' %}{% block head %}{{ block.super }}!{% endblock %}",
      "<base head!|base body>"
    ),
    // Text before it is rendered, text after it outside of blocks is not.
    ("a{% extends 'base' %}b{% set x 1 %}", "a<base head|base body>"),
    (
      "{% set name 'Ann' %}{% extends 'base' %}{% block body %}{{ name }}{% endblock %}",
      "<base head|Ann>"
    ),
    // A name from the context
    ("{% set t 'base' %}{% extends t %}", "<base head|base body>"),
    // `super` where the language's own nodes are in between
    (
      """
      {% extends 'base' %}{% block body %}{% for i in list %}{{ i }}{{ block.super }}\
       {% endfor %}{% endblock %}
      """,
      "<base head|1base body 2base body >"
    ),
    (
      """
      {% extends 'base' %}{% block body %}{% if name %}{{ block.super|uppercase }}{% endif %}\
      {% endblock %}
      """,
      "<base head|BASE BODY>"
    ),
    ("{% block a %}x{{ block.super }}{% endblock %}", "x"),
  ]) func overriding(main: String, expected: String) throws {
    try verify(Self.base, main, expected)
  }

  @Test func blocksCanBeShownAgain() throws {
    try verify([:], "{% block t %}a{{ name }}{% endblock %}-{{ block.t }}", "aKyle-aKyle")
    try verify(
      ["base": "{% block t %}x{% endblock %}{{ block.t }}{{ block.none }}"],
      "{% extends 'base' %}{% block t %}y{{ block.super }}{% endblock %}",
      "yxyx"
    )
    // The first rendering is kept.
    try verify(
      [:],
      "{% for i in list %}{% block t %}{{ i }}{% endblock %}{% endfor %}{{ block.t }}",
      "121"
    )
  }

  @Test func aVariableCanHaveTheNameBlock() throws {
    try Rendered(
      "{% for block in l %}{{ block.name }}{% endfor %}",
      "ab",
      with: [
        "l": [["name": "a"], ["name": "b"]]
      ]
    ).verify()
  }

  @Test func blocksWithinBlocks() throws {
    let templates = [
      "base": "{% block outer %}[{% block inner %}base{% endblock %}]{% endblock %}"
    ]
    try verify(templates, "{% extends 'base' %}{% block inner %}new{% endblock %}", "[new]")
    try verify(
      templates,
      "{% extends 'base' %}{% block outer %}{{ block.super }}!{% endblock %}",
      "[base]!"
    )
    try verify(
      templates,
      """
      {% extends 'base' %}{% block outer %}{{ block.super }}!{% endblock %}{% block inner %}\
      i{% endblock %}
      """,
      "[i]!"
    )
  }

  @Test func variablesOfABlock() throws {
    let templates = ["base": "{% block a %}{% set x 'base' %}{% endblock %}{{ x }}"]
    try verify(templates, "{% include 'base' %}", "base")
    try verify(templates, "{% extends 'base' %}{% block a %}{% set x 'new' %}{% endblock %}", "")
  }

  @Test func anIncludedTemplateHasItsOwnChain() throws {
    let templates = [
      "base": "<{% block a %}base{% endblock %}{% include 'other' %}>",
      "other": "{% extends 'frame' %}{% block b %}other{% endblock %}",
      "frame": "({% block a %}frame{% endblock %}{% block b %}{% endblock %})",
    ]
    try verify(
      templates,
      "{% extends 'base' %}{% block a %}main{% endblock %}",
      "<main(frameother)>"
    )
  }

  @Test func mistakes() {
    #expect(
      problems("{% extends 'a' %}{% extends 'b' %}") == [
        "t:1:18: template-syntax: a template can extend only one other"
      ]
    )
    #expect(
      problems("{% if a %}{% extends 'a' %}{% endif %}") == [
        "t:1:11: template-syntax: 'extends' must not be within another tag"
      ]
    )
    #expect(
      problems("{% block %}{% endblock %}") == [
        "t:1:10: template-syntax: expected the name of a block"
      ]
    )
  }
}
