import Testing

@testable import TemplateEngine

@Suite struct VariableTests {
  private static let context: TemplateValue = [
    "name": "Kyle", "answer": 42, "half": 0.5, "whole": 2.0, "yes": true, "no": false,
    "nothing": nil, "empty": "", "list": ["a", "b", "c"], "key": "name", "index": 1,
    "numbers": [1, 3, 7], "mixed": [1, nil, "x\"y", [true]], "none": [],
    "user": ["name": "Ann", "address": ["city": "Graz"], "tags": ["x", "y"], "0": "zero"],
    "map": ["": "empty key", "a.b": "dotted", "Graz": "Styria"], "word": "héllo",
    "lookup": ["name": ["x": "found"]], "keys": ["name"], "some-key": "dashed",
    "counted": ["count": "mine", "b": 1],
  ]

  @Test(arguments: [
    // Scalars
    Rendered("{{ name }}", "Kyle"), Rendered("{{name}}", "Kyle"), Rendered("{{ answer }}", "42"),
    Rendered("{{ half }}", "0.5"), Rendered("{{ whole }}", "2.0"), Rendered("{{ yes }}", "true"),
    Rendered("{{ no }}", "false"), Rendered("{{ nothing }}", ""), Rendered("{{ unknown }}", ""),
    Rendered("{{ some-key }}", "dashed"), Rendered("{{\n  name\n}}", "Kyle"),
    // Literals
    Rendered("{{ 'it is' }}", "it is"), Rendered("{{ \"it's\" }}", "it's"),
    Rendered("{{ 'say \"hi\"' }}", "say \"hi\""), Rendered("{{ 5 }}", "5"),
    Rendered("{{ -5 }}", "-5"), Rendered("{{ 1.50 }}", "1.5"), Rendered("{{ true }}", "true"),
    Rendered("{{ '' }}", ""), Rendered(#"{{ "a\nb" }}"#, #"a\nb"#),
    Rendered("{{ 'a, b|c:d (e)' }}", "a, b|c:d (e)"),
    // Paths
    Rendered("{{ user.name }}", "Ann"), Rendered("{{ user.address.city }}", "Graz"),
    Rendered("{{ user.unknown.city }}", ""), Rendered("{{ name.city }}", ""),
    Rendered("{{ answer.x }}", ""), Rendered("{{ user.0 }}", "zero"),
    // Arrays
    Rendered("{{ list.0 }}{{ list.2 }}", "ac"), Rendered("{{ list.3 }}", ""),
    Rendered("{{ list.-1 }}", ""), Rendered("{{ list.first }}{{ list.last }}", "ac"),
    Rendered("{{ list.count }}", "3"), Rendered("{{ none.first }}{{ none.count }}", "0"),
    Rendered("{{ list.name }}", ""),
    // Strings
    Rendered("{{ word.count }}", "5"), Rendered("{{ word.1 }}", "é"),
    Rendered("{{ word.first }}{{ word.last }}", "ho"), Rendered("{{ word.9 }}", ""),
    Rendered("{{ empty.first }}{{ empty.count }}", "0"),
    Rendered("{{ 'abc'.1 }}{{ 'abc'.count }}", "b3"),
    Rendered("{{ 'abc'.first|uppercase }}", "A"),
    // Objects
    Rendered("{{ user.count }}", "4"), Rendered("{{ counted.count }}", "mine"),
    // Subscripts
    Rendered("{{ user[key] }}", "Ann"), Rendered("{{ list[index] }}", "b"),
    Rendered("{{ user['name'] }}", "Ann"), Rendered("{{ lookup[key].x }}", "found"),
    Rendered("{{ user[keys.first] }}", "Ann"), Rendered("{{ user[keys[0]] }}", "Ann"),
    Rendered("{{ map[user.address.city] }}", "Styria"), Rendered("{{ map['a.b'] }}", "dotted"),
    Rendered("{{ map[''] }}", "empty key"), Rendered("{{ user[empty] }}", ""),
    Rendered("{{ user[empty]|default:'none' }}", "none"), Rendered("{{ user['tags'][1] }}", "y"),
    Rendered("{{ list[unknown|default:2] }}", "c"),
    // Values that are not text
    Rendered("{{ numbers }}", "[1, 3, 7]"), Rendered("{{ list }}", #"["a", "b", "c"]"#),
    Rendered("{{ mixed }}", #"[1, nil, "x\"y", [true]]"#), Rendered("{{ none }}", "[]"),
    Rendered("{{ user.address }}", #"["city": "Graz"]"#),
    // Ranges
    Rendered("{{ 1...3 }}", "[1, 2, 3]"), Rendered("{{ 3...1 }}", "[3, 2, 1]"),
    Rendered("{{ 0...list.count }}", "[0, 1, 2, 3]"), Rendered("{{ 1...1 }}", "[1]"),
    Rendered("{{ unknown|default:2 ... list.count }}", "[2, 3]"),
  ]) func value(_ row: Rendered) throws {
    var row = row
    row.context = Self.context
    try row.verify()
  }

  @Test(arguments: [
    Rendered("{{ 'a' if yes }}", "a"), Rendered("{{ 'a' if no }}", ""),
    Rendered("{{ 'a' if yes else 'b' }}", "a"), Rendered("{{ 'a' if no else 'b' }}", "b"),
    Rendered("{{ ',' if not no }}", ","), Rendered("{{ 'a' if no else 'b'|uppercase }}", "B"),
    Rendered("{{ name|lowercase if list.count > 2 and yes else 'b' }}", "kyle"),
    Rendered("{{ 'a' if no else 'b' if no else 'c' }}", "c"),
  ]) func inlineCondition(_ row: Rendered) throws {
    var row = row
    row.context = Self.context
    try row.verify()
  }

  @Test func anObjectComputesOnlyValuesThatAreRead() throws {
    final class Lazy: TemplateObject {
      let keys = ["cheap", "dear"]
      func value(forKey key: TemplateKey) -> TemplateValue? {
        switch key.text {
        case "cheap": return "ok"
        case "self": return .object(self)
        default:
          Issue.record("asked for \(key.text)")
          return nil
        }
      }
    }
    try Rendered("{{ o.cheap }}{{ o.self.self.cheap }}", "okok", with: ["o": .object(Lazy())])
      .verify()
  }

  @Test func aValueThatContainsItselfIsCutOff() throws {
    final class Knot: TemplateObject {
      let keys = ["me"]
      func value(forKey key: TemplateKey) -> TemplateValue? { .object(self) }
    }
    let text = try Template(source: "{{ k }}", path: "t").render(["k": .object(Knot())])
    #expect(text.hasPrefix(#"["me": ["me": "#))
    #expect(text.contains("[…]"))
  }

  @Test func aLaterEqualKeyWins() {
    let value = TemplateDictionary([("a", 1), ("b", 2), ("a", 3)])
    #expect(value.keys == ["a", "b"])
    if case .int(let number)? = value.value(forKey: "a") {
      #expect(number == 3)
    } else {
      Issue.record("no value")
    }
  }

  @Test(arguments: [
    Rendered("{# gone #}a{# {% if %} {{ #}b", "ab"), Rendered("a {#\n\n#} b", "a  b"),
    Rendered("100% { { } } #}", "100% { { } } #}"), Rendered("", ""), Rendered("{", "{"),
    Rendered("ünïcödé 🎉 {{ '🇦🇹é' }}", "ünïcödé 🎉 🇦🇹é"), Rendered("a\r\nb", "a\r\nb"),
    Rendered("{{ 'one\n     two' }}", "one two"),
  ]) func text(_ row: Rendered) throws {
    try row.verify()
  }
}
