import Diagnostics
import JSON
import JSON5
import Testing

@Suite struct JSON5ReaderTests {
  private func content(_ text: String) throws -> JSON5Value.Content {
    try JSON5Reader.read(text.utf8).content
  }

  /// The value as plain JSON, without source positions.
  private func plain(_ value: JSON5Value) -> JSONValue {
    switch value.content {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(plain))
    case .object(let members):
      .object(members.map { JSONValue.Member($0.name, plain($0.value)) })
    }
  }

  @Test(
    arguments: [
      ("null", .null), ("true", .bool(true)), (" false\n", .bool(false)),
      ("0", .integer(0)), ("42", .integer(42)), ("+42", .integer(42)), ("-7", .integer(-7)),
      ("-0", .number(-0.0)), ("-0x0", .number(-0.0)), ("0.5", .number(0.5)), (".5", .number(0.5)),
      ("5.", .number(5)), ("-.25", .number(-0.25)), ("1e3", .number(1000)), ("1E+3", .number(1000)),
      ("25e-1", .number(2.5)), ("5.e1", .number(50)), ("0xdecaf", .integer(0xDECAF)),
      ("0XFF", .integer(255)), ("-0x10", .integer(-16)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("0xFFFFFFFFFFFFFFFFFF", .number(0x1p72)),
      ("1e999", .number(.infinity)), ("Infinity", .number(.infinity)),
      ("+Infinity", .number(.infinity)), ("-Infinity", .number(-.infinity)),
      ("\u{FEFF}1", .integer(1)), ("\u{A0}\u{2003}\u{B}\u{C}\t1\u{2028}\u{FEFF}", .integer(1)),
      ("// one\n1 // two", .integer(1)), ("/* a\n * b */ 1 /**/", .integer(1)),
      ("// ends at a return\r1", .integer(1)), ("// ends at U+2028\u{2028}1", .integer(1)),
      ("/* / ** ***/1", .integer(1)),
    ] as [(String, JSON5Value.Content)]
  )
  func values(text: String, expected: JSON5Value.Content) throws {
    let found = try content(text)
    #expect(found == expected)
    // Minus zero equals zero; only the sign differs.
    if case .number(let left) = found, case .number(let right) = expected {
      #expect(left.sign == right.sign)
    }
  }

  @Test(arguments: ["NaN", "-NaN", "+NaN"])
  func notANumber(text: String) throws {
    guard case .number(let number) = try content(text) else {
      Issue.record("not a number")
      return
    }
    #expect(number.isNaN)
  }

  @Test(arguments: [
    (#""""#, ""), ("'it'", "it"), (#"'say "hi"'"#, #"say "hi""#), (#""it's""#, "it's"),
    (#"'\'\"\\\/\b\f\n\r\t\v\0'"#, "'\"\\/\u{8}\u{C}\n\r\t\u{B}\0"),
    (#"'\x41\u0042\uD83D\uDE00'"#, "AB😀"), (#"'\A\C\/\D\C'"#, "AC/DC"), ("'a\\\nb'", "ab"),
    ("'a\\\r\nb'", "ab"), ("'a\\\rb'", "ab"), ("'a\\\u{2028}b\\\u{2029}'", "ab"),
    ("'\u{2028}\u{2029}\t'", "\u{2028}\u{2029}\t"),
    ("'// no comment /* */'", "// no comment /* */"),
    (#"'\0a'"#, "\0a"), ("'é'", "é"),
  ])
  func texts(text: String, expected: String) throws {
    #expect(try content(text) == .string(expected))
  }

  @Test func everythingAtOnce() throws {
    let value = try JSON5Reader.read(
      """
      // comments
      {
        unquoted: 'and you can quote me on that',
        singleQuotes: 'I can use "double quotes" here',
        lineBreaks: "Look, Mom! \\
      No \\\\n's!",
        hexadecimal: 0xdecaf, leadingDecimalPoint: .8675309, andTrailing: 8675309.,
        positiveSign: +1,
        trailingComma: 'in objects', andIn: ['arrays',],
        "backwardsCompatible": "with JSON",
        $: {}, _a1: [], ünïcödé: null, \\u0061b: true, null: false, "a b": [[], {},],
      }

      """.utf8
    )
    let expected: JSONValue = [
      "unquoted": "and you can quote me on that",
      "singleQuotes": #"I can use "double quotes" here"#,
      "lineBreaks": #"Look, Mom! No \n's!"#,
      "hexadecimal": 912559, "leadingDecimalPoint": .number(0.8675309),
      "andTrailing": .number(8_675_309), "positiveSign": 1, "trailingComma": "in objects",
      "andIn": ["arrays"], "backwardsCompatible": "with JSON",
      "$": .object([]), "_a1": [], "ünïcödé": .null, "ab": true, "null": false,
      "a b": [[], .object([])],
    ]
    #expect(plain(value) == expected)
  }

  @Test func places() throws {
    let text = "/* é */ {\r\n  é: [1,\n\t'😀', 2],}"
    let value = try JSON5Reader.read(text.utf8, path: "m")
    guard case .object(let members) = value.content,
      case .array(let elements)? = members.first?.value.content
    else {
      Issue.record("another shape")
      return
    }
    #expect(value.place.description == "m:1:9")
    #expect(members.map(\.place.description) == ["m:2:3"])
    #expect(members.map(\.value.place.description) == ["m:2:6"])
    #expect(elements.map(\.place.description) == ["m:2:7", "m:3:2", "m:3:7"])
  }

  @Test(arguments: [
    ("", "1:1", "expected a value, but found the end of the file"),
    ("// only a comment", "1:18", "expected a value, but found the end of the file"),
    ("1 2", "1:3", "expected the end of the file, but found '2'"),
    ("{} }", "1:4", "expected the end of the file, but found '}'"),
    ("]", "1:1", "expected a value, but found ']'"),
    ("[1 2]", "1:4", "expected ',' or ']', but found '2'"),
    ("[1", "1:3", "expected ',' or ']', but found the end of the file"),
    ("[,]", "1:2", "expected a value, but found ','"),
    ("[1,,]", "1:4", "expected a value, but found ','"),
    ("{,}", "1:2", "expected a key or '}', but found ','"),
    ("{", "1:2", "expected a key or '}', but found the end of the file"),
    ("{a}", "1:3", "expected ':' after the key 'a', but found '}'"),
    ("{a 1}", "1:4", "expected ':' after the key 'a', but found '1'"),
    ("{a:}", "1:4", "expected a value, but found '}'"),
    ("{a:1 b:2}", "1:6", "expected ',' or '}', but found 'b'"),
    ("{1:2}", "1:2", "expected a key or '}', but found '1'"),
    ("{a-b:2}", "1:3", "expected ':' after the key 'a', but found '-'"),
    ("{a:1,\n 'a':2}", "2:2", "duplicate key 'a'"),
    ("{\\u0061:1, a:2}", "1:12", "duplicate key 'a'"),
    ("nul", "1:1", "expected a value, but found 'nul'"),
    ("True", "1:1", "expected a value, but found 'True'"),
    ("'a", "1:1", "the text does not end"),
    ("'a\\", "1:3", "the text does not end"),
    ("\"a\n\"", "1:1", "the text does not end on its line"),
    ("'\\1'", "1:2", "a backslash cannot precede a digit"),
    ("'\\00'", "1:2", "a backslash cannot precede a digit"),
    ("'\\xA'", "1:2", "expected 2 hexadecimal digits"),
    ("'\\u12G4'", "1:2", "expected 4 hexadecimal digits"),
    ("'\\uD83D'", "1:2", "this is an unpaired surrogate"),
    ("'\\uD83D\\u0041'", "1:2", "this is an unpaired surrogate"),
    ("'\\uDE00'", "1:2", "this is an unpaired surrogate"),
    ("{\\x41: 1}", "1:2", "expected '\\u' in a name"),
    ("{\\u0031: 1}", "1:2", "this character is not allowed in a name"),
    ("{\\u005C: 1}", "1:2", "this character is not allowed in a name"),
    ("/* a", "1:1", "the comment does not end"),
    ("/*/", "1:1", "the comment does not end"),
    ("/ 1", "1:1", "expected a comment, but found '/'"),
    ("01", "1:1", "a number does not begin with '0'"),
    ("-01", "1:1", "a number does not begin with '0'"),
    ("+", "1:2", "expected a number, but found the end of the file"),
    ("+ 1", "1:2", "expected a number, but found ' '"),
    ("--1", "1:2", "expected a number, but found '-'"),
    (".", "1:2", "expected a digit, but found the end of the file"),
    ("1.2.3", "1:4", "expected the end of the number, but found '.'"),
    ("1e", "1:3", "expected a digit of the exponent, but found the end of the file"),
    ("0x", "1:3", "expected a hexadecimal digit, but found the end of the file"),
    ("0xG", "1:3", "expected a hexadecimal digit, but found 'G'"),
    ("3px", "1:2", "expected the end of the number, but found 'p'"),
    ("-Infinit", "1:1", "this is not a number"),
    ("\u{1B}", "1:1", "expected a value, but found '\\u{1B}'"),
    ("# no", "1:1", "expected a value, but found '#'"),
  ])
  func mistakes(text: String, place: String, message: String) {
    let error = #expect(throws: JSON5Error.self) { try JSON5Reader.read(text.utf8) }
    #expect(error?.diagnostic.place.description == place)
    #expect(error?.diagnostic.message == message)
    #expect(error?.diagnostic.severity == .error)
  }

  @Test func theFirstOfTwoKeysIsShown() {
    let error = #expect(throws: JSON5Error.self) {
      try JSON5Reader.read("{ a: 1,\n  a: 2 }".utf8, path: "f")
    }
    #expect(
      error?.diagnostic.notes == [
        Diagnostic.Note("the first one is here", at: Place(path: "f", line: 1, column: 3))
      ]
    )
  }

  @Test func otherEncodingsAreRefused() {
    let error = #expect(throws: JSON5Error.self) {
      try JSON5Reader.read(Array("{\n 'é': '".utf8) + [0xFF, 0x27], path: "f")
    }
    #expect(error?.diagnostic.place.description == "f:2:8")
    #expect(error?.diagnostic.message == "the text is not UTF-8")
  }

  @Test func nestingHasALimit() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSON5Reader.read(nested(JSON5Reader.deepest))
    for depth in [JSON5Reader.deepest + 1, 1_000_000] {
      let error = #expect(throws: JSON5Error.self) { try JSON5Reader.read(nested(depth)) }
      #expect(error?.diagnostic.message == "lists and objects are nested too deeply")
      #expect(error?.diagnostic.place.column == JSON5Reader.deepest + 1)
    }
  }

  /// Every prefix of a valid text, and the text with each byte replaced, gives an error or a value, and never traps.
  @Test func damagedTexts() {
    let text = Array(
      #"/*c*/{a:[1,-0x2,.5e-3,Infinity,'\u00e9\x41\'',"b\"",],'ü':{$_1:null,b:true},}//"#.utf8
    )
    for end in text.indices { _ = try? JSON5Reader.read(text[..<end]) }
    for index in text.indices {
      for byte in [0, 0x0A, 0x22, 0x27, 0x2C, 0x2F, 0x5C, 0x5D, 0x7D, 0x80, 0xC3, 0xFF] as [UInt8] {
        var damaged = text
        damaged[index] = byte
        _ = try? JSON5Reader.read(damaged)
      }
    }
  }
}
