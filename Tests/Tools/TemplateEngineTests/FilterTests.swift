import Testing

@testable import TemplateEngine

@Suite struct FilterTests {
  private static let context: TemplateValue = [
    "list": ["b", "A", 3, nil, 1.5], "lines": "one\ntwo\n\n  three", "none": [], "empty": "",
    "people": [["name": "Bo", "age": 2], ["name": "Ann"], ["name": "Bo"]],
    "number": 12, "object": ["a": 1], "yes": true, "name": "uppercase",
  ]

  /// The rows, at least one for each filter; `everyFilterHasARow` checks that none is missing.
  static let rows: [Rendered] =
    valueRows + caseRows + identifierRows + substringRows + whitespaceRows + pathRows + numberRows

  private static let valueRows: [Rendered] = [
    Rendered("{{ unknown|default:'d' }}", "d"), Rendered("{{ empty|default:'d' }}", ""),
    Rendered("{{ number|default:'d' }}", "12"), Rendered("{{ u|default:v,number,'d' }}", "12"),
    Rendered("{{ u|default:v }}", ""), Rendered("{{ u|default }}", ""),
    Rendered("{{ u | default : 'a' , 'b' }}", "a"), Rendered("{{u|default:number}}", "12"),
    Rendered("{{ none|default:'d' }}", "[]"),
    Rendered("{{ list|join:', ' }}", "b, A, 3, , 1.5"), Rendered("{{ list|join }}", "bA31.5"),
    Rendered("{{ 'text'|join:',' }}", "text"), Rendered("{{ none|join:',' }}", ""),
    Rendered("{{ list|join:number }}", "b12A12312121.5"), Rendered("{{ u|join:',' }}", ""),
    Rendered("{{ 'a b c'|split }}", #"["a", "b", "c"]"#),
    Rendered("{{ 'a, b, '|split:', ' }}", #"["a", "b", ""]"#),
    Rendered("{{ 'abc'|split:'' }}", #"["abc"]"#), Rendered("{{ ''|split:',' }}", #"[""]"#),
    Rendered("{{ number|split:',' }}", "12"), Rendered("{{ 'aaa'|split:'aa' }}", #"["", "a"]"#),
    Rendered("{{ list|sorted|join }}", "1.53Ab"), Rendered("{{ none|sorted }}", "[]"),
    Rendered(
      "{{ people|sorted:'name'|join:' ' }}",
      #"["name": "Ann"] ["name": "Bo", "age": 2] ["name": "Bo"]"#
    ),
    Rendered("{{ list|sorted:'name'|join }}", "bA31.5"), Rendered("{{ number|sorted }}", "12"),
    Rendered("{{ lines|indent }}", "one\n    two\n\n      three"),
    Rendered("{{ lines|indent:1 }}", "one\n two\n\n   three"),
    Rendered("{{ lines|indent:1,'--' }}", "one\n--two\n\n--  three"),
    Rendered("{{ lines|indent:2,' ',true }}", "  one\n  two\n\n    three"),
    Rendered("{{ empty|indent:2,' ',true }}", "  "),
    Rendered("{{ lines|indent:0 }}", "one\ntwo\n\n  three"),
    Rendered("{{ lines|indent:-1 }}", "one\ntwo\n\n  three"),
    Rendered("{{ 'a\r\nb'|indent:1 }}", "a b"), Rendered("{{ number|indent }}", "12"),
    Rendered("{{ 'abc'|filter:name }}", "ABC"), Rendered("{{ 'ABC'|filter:'lowercase' }}", "abc"),
    Rendered("{{ 'abc'|filter:name|lowercase }}", "abc"),
  ]

  private static let caseRows: [Rendered] = [
    Rendered("{{ 'stencil'|capitalize }}", "Stencil"),
    Rendered("{{ 'hELLO wORLD'|capitalize }}", "Hello World"),
    Rendered("{{ 'foo_bar-baz.qux'|capitalize }}", "Foo_Bar-Baz.Qux"),
    Rendered("{{ \"it's\"|capitalize }}", "It's"),
    Rendered("{{ list|capitalize }}", #"["B", "A", "3", "", "1.5"]"#),
    Rendered("{{ u|capitalize }}", ""),
    Rendered("{{ 'Straße'|uppercase }}", "STRASSE"), Rendered("{{ number|uppercase }}", "12"),
    Rendered("{{ list|uppercase|join }}", "BA31.5"), Rendered("{{ u|uppercase }}", ""),
    Rendered("{{ 'ÄÖÜ'|lowercase }}", "äöü"), Rendered("{{ list|lowercase|join }}", "ba31.5"),
    Rendered("{{ yes|uppercase }}", "TRUE"),
  ]

  private static let identifierRows: [Rendered] = [
    Rendered("{{ 'peopleChooser'|upperFirstLetter }}", "PeopleChooser"),
    Rendered("{{ ''|upperFirstLetter }}", ""),
    Rendered("{{ 'éa'|upperFirstLetter }}", "Éa"), Rendered("{{ number|upperFirstLetter }}", "12"),
    Rendered("{{ 'hello'|titlecase }}", "Hello"),
    Rendered("{{ 'Hi There!'|lowerFirstLetter }}", "hi There!"),
    Rendered("{{ 'URL'|lowerFirstLetter }}", "uRL"),
    Rendered("{{ 'PeoplePicker'|lowerFirstWord }}", "peoplePicker"),
    Rendered("{{ 'URLChooser'|lowerFirstWord }}", "urlChooser"),
    Rendered("{{ 'URL'|lowerFirstWord }}", "url"), Rendered("{{ 'A'|lowerFirstWord }}", "a"),
    Rendered("{{ 'Ab'|lowerFirstWord }}", "ab"), Rendered("{{ 'ABc'|lowerFirstWord }}", "aBc"),
    Rendered("{{ 'URL2'|lowerFirstWord }}", "url2"),
    Rendered("{{ 'ID_foo'|lowerFirstWord }}", "id_foo"),
    Rendered("{{ 'already'|lowerFirstWord }}", "already"), Rendered("{{ ''|lowerFirstWord }}", ""),
    Rendered("{{ '1URL'|lowerFirstWord }}", "1URL"), Rendered("{{ 'ÄÖü'|lowerFirstWord }}", "äÖü"),
    Rendered("{{ 'SomeCapString'|camelToSnakeCase }}", "some_cap_string"),
    Rendered("{{ 'someCapString'|camelToSnakeCase }}", "some_cap_string"),
    Rendered("{{ 'String_With_WoRds'|camelToSnakeCase }}", "string_with_wo_rds"),
    Rendered("{{ 'STRing_with_words'|camelToSnakeCase }}", "st_ring_with_words"),
    Rendered("{{ 'URLChooser'|camelToSnakeCase:true }}", "url_chooser"),
    Rendered("{{ 'PLEASE_STOP_SCREAMING!'|camelToSnakeCase }}", "please_stop_screaming!"),
    Rendered("{{ 'SomeCapString'|camelToSnakeCase:false }}", "Some_Cap_String"),
    Rendered("{{ 'someCapString'|camelToSnakeCase:'no' }}", "some_Cap_String"),
    Rendered("{{ 'string_wiTH_WOrds'|camelToSnakeCase:'0' }}", "string_wi_TH_W_Ords"),
    Rendered("{{ 'URLChooser'|camelToSnakeCase:0 }}", "URL_Chooser"),
    Rendered("{{ 'PLEASE_STOP_SCREAMING'|camelToSnakeCase:false }}", "PLEASE_STOP_SCREAMING"),
    Rendered("{{ 'v2Beta'|camelToSnakeCase }}", "v2_beta"),
    Rendered("{{ 'snake_case'|snakeToCamelCase }}", "SnakeCase"),
    Rendered("{{ 'snAke_case'|snakeToCamelCase }}", "SnAkeCase"),
    Rendered("{{ 'SNAKE_CASE'|snakeToCamelCase }}", "SnakeCase"),
    Rendered("{{ '__snake_case'|snakeToCamelCase }}", "__SnakeCase"),
    Rendered("{{ '__snake_case'|snakeToCamelCase:true }}", "SnakeCase"),
    Rendered("{{ '__SNAKE__CASE_'|snakeToCamelCase:'yes' }}", "SnakeCase"),
    Rendered("{{ '__'|snakeToCamelCase }}", "__"), Rendered("{{ 'URL'|snakeToCamelCase }}", "Url"),
    Rendered("{{ 'hello'|swiftIdentifier }}", "Hello"),
    Rendered("{{ '42hello'|swiftIdentifier }}", "_42hello"),
    Rendered("{{ 'some$URL'|swiftIdentifier }}", "Some_URL"),
    Rendered("{{ '25 Ultra Light'|swiftIdentifier }}", "_25_Ultra_Light"),
    Rendered("{{ 'apples.count'|swiftIdentifier:'normal' }}", "Apples_Count"),
    Rendered("{{ 'foo_bar.baz.qux-yay'|swiftIdentifier }}", "Foo_bar_Baz_Qux_Yay"),
    Rendered("{{ 'hello'|swiftIdentifier:'valid' }}", "hello"),
    Rendered("{{ '42hello'|swiftIdentifier:'valid' }}", "_42hello"),
    Rendered("{{ 'some$URL'|swiftIdentifier:'valid' }}", "some_URL"),
    Rendered("{{ 'foo_bar.baz.qux-yay'|swiftIdentifier:'valid' }}", "foo_bar_baz_qux_yay"),
    Rendered("{{ '26_extra_ultra_light'|swiftIdentifier:'valid' }}", "_26_extra_ultra_light"),
    Rendered("{{ 'some$URL'|swiftIdentifier:'pretty' }}", "SomeURL"),
    Rendered("{{ '25 Ultra Light'|swiftIdentifier:'pretty' }}", "_25UltraLight"),
    Rendered("{{ '26_extra_ultra_light'|swiftIdentifier:'pretty' }}", "_26ExtraUltraLight"),
    Rendered("{{ 'apples.count'|swiftIdentifier:'pretty' }}", "ApplesCount"),
    Rendered("{{ 'foo_bar.baz.qux-yay'|swiftIdentifier:'pretty' }}", "FooBarBazQuxYay"),
    Rendered("{{ '42hello'|swiftIdentifier:'pretty' }}", "_42hello"),
    // Leading underscores are removed, and one is added if the first character needs it.
    Rendered("{{ '_hello'|swiftIdentifier:'pretty' }}", "Hello"),
    Rendered("{{ '__foo_bar'|swiftIdentifier:'pretty' }}", "FooBar"),
    Rendered("{{ ' hello'|swiftIdentifier:'pretty' }}", "Hello"),
    Rendered("{{ '#$hello-world'|swiftIdentifier:'pretty' }}", "HelloWorld"),
    Rendered("{{ '__42_hello'|swiftIdentifier:'pretty' }}", "_42Hello"),
    Rendered("{{ '$4'|swiftIdentifier:'pretty' }}", "_4"),
    Rendered("{{ '__'|swiftIdentifier:'pretty' }}", "__"),
    Rendered("{{ '_hello'|swiftIdentifier:'normal' }}", "_hello"),
    Rendered("{{ '_hello'|swiftIdentifier:'valid' }}", "_hello"),
    Rendered("{{ ''|swiftIdentifier }}", ""), Rendered("{{ '🎉 é'|swiftIdentifier }}", "🎉_É"),
    Rendered("{{ number|swiftIdentifier }}", "_12"),
    Rendered("{{ '日本'|swiftIdentifier:'valid' }}", "日本"),
    Rendered("{{ 'a\u{301}\u{2028}b'|swiftIdentifier:'valid' }}", "a\u{301}_b"),
    Rendered("{{ 'hello'|escapeReservedKeywords }}", "hello"),
    Rendered("{{ 'self'|escapeReservedKeywords }}", "`self`"),
    Rendered("{{ 'Any'|escapeReservedKeywords }}", "`Any`"),
    Rendered("{{ 'default'|escapeReservedKeywords }}", "`default`"),
    Rendered("{{ 'Type'|escapeReservedKeywords }}", "`Type`"),
    Rendered("{{ 'selfish'|escapeReservedKeywords }}", "selfish"),
    Rendered("{{ '_'|escapeReservedKeywords }}", "`_`"),
  ]

  private static let substringRows: [Rendered] = [
    Rendered("{{ 'Hello'|contains:'el' }}", "true"),
    Rendered("{{ 'Hi mates!'|contains:'yo' }}", "false"),
    Rendered("{{ 'Hello'|!contains:'el' }}", "false"),
    Rendered("{{ 'Hello'|contains:'' }}", "true"),
    Rendered("{{ number|contains:2 }}", "true"),
    Rendered("{{ 'Hello'|hasPrefix:'Hi' }}", "false"),
    Rendered("{{ 'Hi mates!'|hasPrefix:'H' }}", "true"),
    Rendered("{{ 'Hello'|!hasPrefix:'Hi' }}", "true"),
    Rendered("{{ 'Hello'|hasSuffix:'llo' }}", "true"),
    Rendered("{{ 'Hi mates!'|hasSuffix:'?' }}", "false"),
    Rendered("{{ 'Hello'|!hasSuffix:'llo' }}", "false"),
    Rendered("{{ yes|hasSuffix:'e' }}", "true"),
    Rendered("{{ 'Hello'|replace:'l','k' }}", "Hekko"),
    Rendered("{{ 'Europe'|replace:'e','a' }}", "Europa"),
    Rendered(#"{{ 'Hey1World2!'|replace:"\d"," " }}"#, "Hey1World2!"),
    Rendered(#"{{ 'Hey1World2!'|replace:"\d"," ","regex" }}"#, "Hey World !"),
    Rendered("{{ 'Hello'|replace:'l','k','regex' }}", "Hekko"),
    Rendered("{{ 'aaa'|replace:'aa','b' }}", "ba"),
    Rendered("{{ 'abc'|replace:'','x' }}", "abc"), Rendered("{{ 'abc'|replace:'b','' }}", "ac"),
    Rendered("{{ 'a.b'|replace:'.','/','normal' }}", "a/b"),
    Rendered("{{ 'a.b'|replace:'.','/','regex' }}", "///"),
    Rendered("{{ 'äöü'|replace:'ö','o' }}", "äoü"),
    Rendered("{{ 'a|b,c:d'|replace:'|','-'|replace:',',';'|replace:':','.' }}", "a-b;c.d"),
    Rendered("{{ 1.25|replace:'.',',' }}", "1,25"),
  ]

  private static let whitespaceContext: TemplateValue = [
    "a": "  \ntest", "b": "test \n\t ", "c": "test\n  test", "d": "test, \ntest, \ntest",
    "e": " test test ", "f": "a\r\n\u{A0}b\u{2028}c",
  ]

  private static let whitespaceRows: [Rendered] = [
    ("a", "test", "test"), ("b", "test", "test"), ("c", "testtest", "testtest"),
    ("d", "test,test,test", "test, test, test"), ("e", "testtest", "test test"),
    ("f", "abc", "abc"),
  ].flatMap { name, all, leading in
    [
      Rendered("{{ \(name)|removeNewlines }}", all, with: whitespaceContext),
      Rendered("{{ \(name)|removeNewlines:'all' }}", all, with: whitespaceContext),
      Rendered("{{ \(name)|removeNewlines:'leading' }}", leading, with: whitespaceContext),
    ]
  }

  private static let pathRows: [Rendered] = [
    Rendered("{{ 'test.jpg'|basename }}", "test.jpg"),
    Rendered("{{ 'some/folder/test.jpg'|basename }}", "test.jpg"),
    Rendered("{{ 'some/folder/'|basename }}", "folder"), Rendered("{{ '/'|basename }}", "/"),
    Rendered("{{ ''|basename }}", ""),
    Rendered("{{ 'some/folder/test.jpg'|dirname }}", "some/folder"),
    Rendered("{{ 'test.jpg'|dirname }}", "."),
    Rendered("{{ '/a/b'|dirname }}", "/a"), Rendered("{{ '/a'|dirname }}", "/"),
    Rendered("{{ 'a/./b/../c'|dirname }}", "a"),
    Rendered("{{ 'a//b/'|dirname }}", "a"), Rendered("{{ '../a'|dirname }}", ".."),
    Rendered("{{ '/'|dirname }}", "/"),
  ]

  private static let numberRows: [Rendered] = [
    Rendered("{{ 'FC'|hexToInt }}", "252"), Rendered("{{ 'fcFf'|hexToInt }}", "64767"),
    Rendered("{{ '01020304'|hexToInt }}", "16909060"),
    Rendered("{{ '0x1234'|hexToInt }}", ""), Rendered("{{ 'x'|hexToInt|default:'none' }}", "none"),
    Rendered("{{ 'ffffffffffffffffff'|hexToInt }}", ""),
    Rendered("{{ 240|int255toFloat }}", "0.9411765"),
    Rendered("{{ 128|int255toFloat }}", "0.5019608"), Rendered("{{ 255|int255toFloat }}", "1.0"),
    Rendered("{{ 0.23|percent }}", "23%"), Rendered("{{ 0.779|percent }}", "77%"),
    Rendered("{{ 1.234|percent }}", "123%"),
    Rendered("{{ 0.29|percent }}", "29%"), Rendered("{{ 1|percent }}", "100%"),
    Rendered("{{ -0.5|percent }}", "-50%"),
    Rendered("{{ 'FC'|hexToInt|int255toFloat|percent }}", "98%"),
  ]

  @Test(arguments: rows) func filter(_ row: Rendered) throws {
    var row = row
    if case .null = row.context { row.context = Self.context }
    try row.verify()
  }

  @Test func everyFilterHasARow() {
    for name in FilterLibrary.standard.names {
      #expect(Self.rows.contains { $0.template.contains("|\(name)") }, "no row for '\(name)'")
    }
    #expect(FilterLibrary.standard.names.count == 29)
  }

  @Test(arguments: [
    ("u|lowerFirstWord", "filter 'lowerFirstWord' needs a string, not nothing"),
    ("list|basename", "needs a string, not an array"),
    ("object|dirname", "needs a string, not an object"),
    ("u|contains:'a'", "needs a string, not nothing"),
    ("'a'|contains", "filter 'contains' needs 1 argument"),
    ("'a'|!hasPrefix:u", "argument 1 of filter '!hasPrefix' must be a string, not nothing"),
    ("'a'|replace", "filter 'replace' needs 1 argument"),
    (
      "'a'|replace:'a','b','c'",
      "'c' is not a mode of filter 'replace' (use one of 'normal', 'regex')"
    ),
    (
      "'a'|swiftIdentifier:'ugly'",
      "'ugly' is not a mode of filter 'swiftIdentifier' (use one of 'valid', 'normal', 'pretty')"
    ),
    ("'a'|removeNewlines:'x'", "'x' is not a mode of filter 'removeNewlines'"),
    ("'a'|camelToSnakeCase:'maybe'", "must be true or false, not 'maybe'"),
    (
      "'a'|snakeToCamelCase:list",
      "argument 1 of filter 'snakeToCamelCase' must be a string, not an array"
    ),
    ("'a'|indent:'x'", "the width of filter 'indent' must be an integer, not a string"),
    ("'a'|indent:1,' ',true,2", "takes at most 3 arguments, not 4"),
    ("'a'|indent:1,' ','x'", "must be true or false, not 'x'"),
    ("'a b'|split:' ',1", "takes at most 1 argument, not 2"),
    ("'x'|int255toFloat", "filter 'int255toFloat' needs an integer, not a string"),
    ("'x'|percent", "filter 'percent' needs a number, not a string"),
    ("1e300|percent", "is not a number that filter 'percent' can show"),
    ("list|hexToInt", "needs a string, not an array"),
    (
      "'a'|replace:'(','b','regex'",
      "the regular expression '(' is not valid at 2: a group is not closed"
    ),
  ]) func wrongInput(expression: String, expected: String) {
    let found = problems("{{ \(expression) }}", with: Self.context)
    #expect(found.count == 1)
    #expect(found[0].contains(expected))
    #expect(found[0].contains("template-filter"))
  }

  @Test func filtersCanBeAdded() throws {
    var filters = FilterLibrary.standard
    filters.add([
      Filter("twice", "The text twice.") { call in
        let text = try call.string()
        return .string(text + (try call.string(at: 0) ?? "") + text)
      },
      Filter("uppercase", "Something else.") { _ in "else" },
      Filter("breaks", "Fails in its own way.") { _ in throw CancellationError() },
      Filter("fails", "Fails.") { _ in throw FilterError("it fails", hint: "try not to") },
    ])
    let environment = TemplateEnvironment(filters: filters)
    try Rendered("{{ 'a'|twice:'-' }}{{ 'a'|uppercase }}", "a-aelse").verify(with: environment)
    #expect(
      problems("{{ 1|breaks }}", environment: environment) == [
        "t:1:6: template-filter: filter 'breaks' failed: CancellationError()"
      ]
    )
    #expect(
      problems("{{ 1|fails }}", environment: environment) == [
        "t:1:6: template-filter: it fails (try not to)"
      ]
    )
    #expect(
      problems("{{ 1|twise }}", environment: environment).first?.contains("did you mean 'twice'?")
        == true
    )
  }
}
