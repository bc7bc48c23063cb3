import Diagnostics
import Testing

@testable import TemplateEngine

/// Any template text renders, or ends in an error with a position.
@Suite struct HostileInputTests {
  private static let source = """
    {% import 'lib' %}{% block q %}{{ block.super }}{% o: for a, b in object where b > 1 %}
    {%- if a == 'x' or not (b in 1...3) %}{{ a|upperFirstLetter|default:"d",b }}{% elif a %}
    {% continue o %}{% else %}{% break %}{% endif -%}{% empty %}é🎉{% endfor %}{% endblock %}
    {% set v %}{{ list[index].0 if forloop.first else 'n' }}{% endset %}{# no #}{% set w list %}
    {% macro m a b %}{{ a }}{% call m b %}{% endmacro %}{% call m list|join:',' 1.5 %}
    {% map list into r using i %}{{ maploop.counter }}{% endmap %}{{ r }}{{ block.q }}
    {% filter replace:'(a|b)+','$1','regex'|indent:2 %}{% include name object %}{% endfilter %}
    """

  private static let environment: TemplateEnvironment = {
    var limits = RenderLimits()
    limits.steps = 1_000
    limits.outputBytes = 50_000
    return TemplateEnvironment(
      loader: DictionaryLoader(["lib": "{% macro m a %}{{ a }}{% endmacro %}", "t": "{{ k }}"]),
      limits: limits
    )
  }()

  private func survive(_ source: String) {
    let context: TemplateValue = [
      "object": ["x": 1, "y": 2, "k": "v"], "list": ["ab", "b"], "index": 0, "name": "t",
    ]
    do {
      _ = try Template(source: source, path: "t", environment: Self.environment).render(context)
    } catch {
      #expect(!error.problems.isEmpty)
      #expect(error.problems.allSatisfy { $0.place.path != nil && !$0.message.isEmpty })
    }
  }

  @Test func beginningsAndEnds() {
    let source = Array(Self.source)
    for cut in stride(from: 0, to: source.count, by: 5) {
      survive(String(source[..<cut]))
      survive(String(source[cut...]))
    }
  }

  @Test(arguments: ["{", "}", "%", "'", "\"", "|", "(", "[", "]", ".", ":", "-", "\n", "\0", "é"])
  func replacedCharacters(by character: Character) {
    let source = Array(Self.source)
    for index in stride(from: 0, to: source.count, by: 17) {
      var changed = source
      changed[index] = character
      survive(String(changed))
    }
  }
}
