import Diagnostics
import Testing

@testable import TemplateEngine

@Suite struct ErrorTests {
  @Test(arguments: [
    // Delimiters and words
    ("a {{ b", "t:1:3: template-syntax: '{{' is never closed by '}}'"),
    ("a\n {% if", "t:2:2: template-syntax: '{%' is never closed by '%}'"),
    ("{# a", "t:1:1: template-syntax: '{#' is never closed by '#}'"),
    ("{{ }}", "t:1:1: template-syntax: the expression is missing"),
    ("{{}}", "t:1:1: template-syntax: the expression is missing"),
    ("{% %}", "t:1:1: template-syntax: expected the name of a tag"),
    ("{%%}", "t:1:1: template-syntax: expected the name of a tag"),
    ("{%-%}", "t:1:1: template-syntax: expected the name of a tag"),
    ("{% 'if' %}", "t:1:4: template-syntax: expected the name of a tag"),
    ("{{ 'a }}", "t:1:4: template-syntax: this quote is never closed"),
    ("{{ it's }}", "t:1:6: template-syntax: this quote is never closed"),
    ("{% ' %}", "t:1:4: template-syntax: this quote is never closed"),
    ("{% if 'a %}{% endif %}", "t:1:7: template-syntax: this quote is never closed"),
    // Expressions
    ("{{ a b }}", "t:1:6: template-syntax: expected '}}', found 'b'"),
    ("{{ a 'b' }}", "t:1:6: template-syntax: expected '}}', found \"b\""),
    ("{{ a| }}", "t:1:7: template-syntax: expected the name of a filter"),
    ("{{ |a }}", "t:1:4: template-syntax: expected a value, found '|'"),
    ("{{ a|default: }}", "t:1:15: template-syntax: expected a value"),
    ("{{ a|default:b, }}", "t:1:17: template-syntax: expected a value"),
    ("{{ a == }}", "t:1:9: template-syntax: expected a value"),
    ("{{ (a }}", "t:1:7: template-syntax: expected ')' to close the parenthesis"),
    ("{{ a) }}", "t:1:5: template-syntax: expected '}}', found ')'"),
    ("{{ a[b }}", "t:1:8: template-syntax: expected ']' to close the subscript"),
    ("{{ a[b]c }}", "t:1:8: template-syntax: expected '.' and a key, found 'c'"),
    ("{{ a..b }}", "t:1:4: template-syntax: 'a..b' is not a path of names"),
    ("{{ a. }}", "t:1:4: template-syntax: 'a.' is not a path of names"),
    ("{{ a if }}", "t:1:9: template-syntax: expected a value"),
    ("{% if %}{% endif %}", "t:1:7: template-syntax: expected a value"),
    ("{% if a b %}{% endif %}", "t:1:9: template-syntax: expected '%}', found 'b'"),
    ("{% if not %}{% endif %}", "t:1:11: template-syntax: expected a value"),
    // Unknown names
    (
      "{{ a|uppercas }}",
      "t:1:6: template-unknown-filter: there is no filter 'uppercas' (did you mean 'uppercase'?)"
    ),
    ("{{ a|zzz }}", "t:1:6: template-unknown-filter: there is no filter 'zzz'"),
    (
      "{% filter lowercsae %}{% endfilter %}",
      "t:1:11: template-unknown-filter: there is no filter 'lowercsae' (did you mean 'lowercase'?)"
    ),
    ("{% fro a %}", "t:1:1: template-unknown-tag: there is no tag 'fro' (did you mean 'for'?)"),
    ("{% load x %}", "t:1:1: template-unknown-tag: there is no tag 'load'"),
    // Tags that are not closed, or close nothing
    ("{% if a %}", "t:1:1: template-syntax: 'if' is never closed by 'endif'"),
    ("{% set a %}", "t:1:1: template-syntax: 'set' is never closed by 'endset'"),
    ("a\n{% endif %}", "t:2:1: template-syntax: 'endif' closes nothing here"),
    ("{% else %}", "t:1:1: template-syntax: 'else' closes nothing here"),
    (
      "{% for a in b %}{% else %}{% endfor %}",
      "t:1:17: template-syntax: 'else' closes nothing here"
    ),
    (
      "{% for a in b %}{% if c %}{% endfor %}",
      "t:1:17: template-syntax: 'if' is never closed by 'endif'"
    ),
    ("{% if a %}{% else %}{% else %}{% endif %}", "t:1:21: template-syntax: 'else' after 'else'"),
    ("{% if a %}{% else %}{% elif b %}{% endif %}", "t:1:21: template-syntax: 'elif' after 'else'"),
    // Tags with wrong words
    ("{% for %}{% endfor %}", "t:1:8: template-syntax: expected the name of a loop variable"),
    ("{% for a %}{% endfor %}", "t:1:10: template-syntax: expected 'in' after the loop variable"),
    (
      "{% for a of b %}{% endfor %}",
      "t:1:10: template-syntax: expected 'in' after the loop variable, found 'of'"
    ),
    ("{% for a in b c %}{% endfor %}", "t:1:15: template-syntax: expected '%}', found 'c'"),
    (
      "{% for a, in b %}{% endfor %}",
      "t:1:14: template-syntax: expected 'in' after the loop variable, found 'b'"
    ),
    ("{% x: for y: a in b %}{% endfor %}", "t:1:11: template-syntax: a loop has one label"),
    (
      "{% for a: b %}{% endfor %}", "t:1:13: template-syntax: expected 'in' after the loop variable"
    ),
    ("{% x: if a %}{% endif %}", "t:1:1: template-syntax: only 'for' can have a label"),
    ("{% break %}", "t:1:1: template-syntax: 'break' must be within a 'for'"),
    (
      "{% for a in b %}{% macro m %}{% continue %}{% endmacro %}{% endfor %}",
      "t:1:30: template-syntax: 'continue' must be within a 'for'"
    ),
    (
      "{% outer: for a in b %}{% break outr %}{% endfor %}",
      "t:1:33: template-syntax: no loop around this has the label 'outr' (did you mean 'outer'?)"
    ),
    ("{% set %}x{% endset %}", "t:1:8: template-syntax: expected the name of a variable"),
    ("{% set a b c %}", "t:1:12: template-syntax: expected '%}', found 'c'"),
    ("{% set a b| %}", "t:1:13: template-syntax: expected the name of a filter"),
    ("{% macro %}{% endmacro %}", "t:1:10: template-syntax: expected the name of a macro"),
    (
      "{% macro m 'a' %}{% endmacro %}",
      "t:1:12: template-syntax: expected the name of a parameter, found \"a\""
    ),
    ("{% call %}", "t:1:9: template-syntax: expected the name of a macro"),
    ("{% map a %}{% endmap %}", "t:1:10: template-syntax: expected 'into' after the list"),
    ("{% map a into %}{% endmap %}", "t:1:15: template-syntax: expected the name of a variable"),
    ("{% include %}", "t:1:12: template-syntax: expected a value"),
    ("{% include 'a' b c %}", "t:1:18: template-syntax: expected '%}', found 'c'"),
    ("{% import %}", "t:1:11: template-syntax: expected a value"),
    ("{% filter %}{% endfilter %}", "t:1:11: template-syntax: expected the name of a filter"),
    ("{{ a|filter }}", "t:1:6: template-syntax: filter 'filter' needs the name of a filter"),
  ]) func reading(template: String, expected: String) {
    #expect(problems(template) == [expected])
  }

  @Test func allMistakesAreReportedInTheirOrder() {
    let template = """
      {% for x %}
        {{ a| }} {% unknown %}
        {% if %}{{ b c }}{% endif %}
      {% endfor %}
      {% unknown %}…{% endunknown %}
      {{ x|nope }}
      """
    #expect(
      problems(template) == [
        "t:1:10: template-syntax: expected 'in' after the loop variable",
        "t:2:9: template-syntax: expected the name of a filter",
        "t:2:12: template-unknown-tag: there is no tag 'unknown'",
        "t:3:9: template-syntax: expected a value",
        "t:3:16: template-syntax: expected '}}', found 'c'",
        "t:5:1: template-unknown-tag: there is no tag 'unknown'",
        "t:6:6: template-unknown-filter: there is no filter 'nope'",
      ]
    )
  }

  @Test(arguments: [
    ("é{{ a| }}", "t:1:8"), ("🇦🇹🎉{{ a| }}", "t:1:9"), ("a\r\nb{{ a| }}", "t:2:8"),
    ("e\u{301}{{ a| }}", "t:1:8"), ("\n\n\t{{ a| }}", "t:3:8"), ("{{ 'é'| }}", "t:1:9"),
    ("{{\n\n a| }}", "t:3:5"),
  ]) func columnsCountCharacters(template: String, place: String) {
    #expect(problems(template) == ["\(place): template-syntax: expected the name of a filter"])
  }

  @Test(arguments: [
    (
      "{{ a[b] }}",
      """
      t:1:5: template-value: the subscript of 'a' has \
      no value (does the variable in the brackets exist?)
      """
    ),
    ("{% call nothing %}", "t:1:1: template-value: there is no macro 'nothing'"),
    (
      "{% macro test %}{% endmacro %}{% call tset %}",
      "t:1:31: template-value: there is no macro 'tset' (did you mean 'test'?)"
    ),
    (
      "\n{{ l|upperFirstLetter }}",
      "t:2:6: template-filter: filter 'upperFirstLetter' needs a string, not an array"
    ),
    ("{{ 'a'|replace:'b' }}", "t:1:8: template-filter: filter 'replace' needs 2 arguments"),
    (
      "{{ l|join:',','x' }}",
      "t:1:6: template-filter: filter 'join' takes at most 1 argument, not 2"
    ),
    (
      "{{ 'a'|contains:l }}",
      "t:1:8: template-filter: argument 1 of filter 'contains' must be a string, not an array"
    ),
    (
      "{{ 'a'|filter:'uppercas' }}",
      "t:1:8: template-unknown-filter: there is no filter 'uppercas' (did you mean 'uppercase'?)"
    ),
    (
      "{{ 'a'|filter:l }}",
      "t:1:8: template-filter: filter 'filter' needs the name of a filter, not an array"
    ),
    (
      "{% include l %}",
      "t:1:1: template-value: 'include' needs the name of a template, not an array"
    ),
    ("{% include 'x' %}", "t:1:1: template-loading: there is no template 'x'"),
    ("{% import 'x' %}", "t:1:1: template-loading: there is no template 'x'"),
    ("{% extends 'x' %}", "t:1:1: template-loading: there is no template 'x'"),
  ]) func rendering(template: String, expected: String) {
    #expect(problems(template, with: ["l": [1]]) == [expected])
  }

  @Test func nothingIsExplained() {
    #expect(
      problems("{{ x|lowerFirstWord }}") == [
        "t:1:6: template-filter: filter 'lowerFirstWord' needs a string, not nothing "
          + "(does the variable exist? '|default:\"\"' replaces a missing value)"
      ]
    )
  }

  @Test func theIncludesOfAMistakeAreReported() {
    let loader = DictionaryLoader([
      "outer": "\n{% include 'inner' %}", "inner": "{% import 'lib' %}\n\n  {% call m 1 %}",
      "lib": "{% macro m a %}\n{{ a[b] }}{% endmacro %}", "broken": "{% if %}",
      "parent": "{% block a %}{% endblock %}",
    ])
    let environment = TemplateEnvironment(loader: loader)
    #expect(
      problems("{% include 'outer' %}", environment: environment) == [
        """
        lib:2:5: template-value: the subscript of 'a' has no value \
        (does the variable in the brackets exist?)
          inner:3:3: in macro 'm'
          outer:2:1: in template 'inner'
          t:1:1: in template 'outer'
        """
      ]
    )
    #expect(
      problems("{% include 'broken' %}", environment: environment)
        == [
          "broken:1:7: template-syntax: expected a value\n  t:1:1: in template 'broken'",
          """
          broken:1:1: template-syntax: 'if' is never closed by \
          'endif'\n  t:1:1: in template 'broken'
          """,
        ].sorted { $0.contains(":1:1: template-syntax") && !$1.contains(":1:1: template-syntax") }
    )
    #expect(
      problems(
        "{% extends 'parent' %}\n{% block a %}{% call x %}{% endblock %}",
        environment: environment
      ) == [
        """
        t:2:14: template-value: there is no macro 'x'
          parent:1:1: in block 'a'
          t:1:1: in template 'parent'
        """
      ]
    )
  }

  @Test func aDiagnosticHasAllOfIt() throws {
    let error = #expect(throws: TemplateError.self) {
      try Template(source: "\n  {{ a|upercase }}", path: "dir/file.stencil")
    }
    #expect(
      error?.diagnostics == [
        Diagnostic(
          .error,
          rule: "template-unknown-filter",
          "there is no filter 'upercase'",
          at: Place(path: "dir/file.stencil", line: 2, column: 8),
          hint: "did you mean 'uppercase'?"
        )
      ]
    )
    #expect(error?.description == "dir/file.stencil:2:8: there is no filter 'upercase'")
  }
}
