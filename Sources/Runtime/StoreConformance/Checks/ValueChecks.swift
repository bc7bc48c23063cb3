import CoreData
import Foundation
import Testing

/// Checks that values of all types are the same after saving.
enum ValueChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck("Values of all types", checkTypes),
    ConformanceCheck("Values at the ends of their ranges", checkExtremes),
    ConformanceCheck("Decimal numbers of many digits", needs: .exactDecimals, checkDecimals),
    ConformanceCheck("Dates with small fractions", needs: .exactDates, checkDates),
    ConformanceCheck("Texts of all kinds", checkTexts),
    ConformanceCheck("Texts with U+0000", needs: .nulCharacters, checkNulCharacters),
    ConformanceCheck("No values", checkNil),
    ConformanceCheck("Values can be set to nil again", checkRemoval),
    ConformanceCheck("A transient value is not saved", checkTransient),
    ConformanceCheck("Large values", checkLargeValues),
    ConformanceCheck("Transformable values", needs: .transformables, checkTransformables),
    ConformanceCheck("Composite values", needs: .composites, checkComposites),
  ]

  /// Saves values and expects a new context to find equal ones.
  private static func expectToKeep(
    _ values: [String: Any],
    in session: ConformanceSession
  ) throws {
    let context = session.context()
    _ = try session.insert("Values", values, into: context)
    try context.save()
    try session.reopen()
    let other = session.context()
    let found = try session.only("Values", in: other)
    for (key, value) in values {
      let kept = found.value(forKey: key)
      #expect(
        (kept as? NSObject).map { $0.isEqual(value) } ?? isSame(kept, value),
        "\(key) is \(String(describing: kept)) instead of \(value)"
      )
    }
    other.delete(found)
    try other.save()
  }

  private static func isSame(_ left: Any?, _ right: Any) -> Bool {
    guard let left = left as? AnyHashable, let right = right as? AnyHashable else { return false }
    return left == right
  }

  @Sendable private static func checkTypes(_ session: ConformanceSession) throws {
    let uuid = try #require(UUID(uuidString: "12345678-9ABC-DEF0-1234-56789ABCDEF0"))
    let url = try #require(URL(string: "https://example.com/a%20b?c=d#e"))
    try expectToKeep(
      [
        "boolean": NSNumber(value: true), "integer16": NSNumber(value: -7),
        "integer32": NSNumber(value: 70_000), "integer64": NSNumber(value: 1 << 40),
        "double": NSNumber(value: 0.1), "float": NSNumber(value: Float(0.1)),
        "decimal": NSDecimalNumber(string: "1234567890.12345"),
        "string": "text", "date": Date(timeIntervalSinceReferenceDate: 654_321.125),
        "data": Data([0, 1, 254, 255]), "uuid": uuid, "uri": url,
      ],
      in: session
    )
  }

  @Sendable private static func checkDecimals(_ session: ConformanceSession) throws {
    let digits = "12345678901234567890.12345678"
    try expectToKeep(["decimal": NSDecimalNumber(string: digits)], in: session)
  }

  @Sendable private static func checkDates(_ session: ConformanceSession) throws {
    try expectToKeep(
      ["date": Date(timeIntervalSinceReferenceDate: 654_321.123456789)],
      in: session
    )
  }

  @Sendable private static func checkNulCharacters(_ session: ConformanceSession) throws {
    try expectToKeep(["string": "a\u{0}b"], in: session)
  }

  @Sendable private static func checkExtremes(_ session: ConformanceSession) throws {
    for sign in [-1.0, 1.0] {
      try expectToKeep(
        [
          "boolean": NSNumber(value: false),
          "integer16": NSNumber(value: sign < 0 ? Int16.min : .max),
          "integer32": NSNumber(value: sign < 0 ? Int32.min : .max),
          "integer64": NSNumber(value: sign < 0 ? Int64.min : .max),
          "double": NSNumber(value: sign * .greatestFiniteMagnitude),
          "float": NSNumber(value: Float(sign) * .leastNonzeroMagnitude),
          "decimal": NSDecimalNumber(string: sign < 0 ? "-1e-100" : "1e100"),
          "date": sign < 0 ? Date.distantPast : .distantFuture, "data": Data(), "string": "",
        ],
        in: session
      )
    }
  }

  @Sendable private static func checkTexts(_ session: ConformanceSession) throws {
    let texts = [
      " ", "\n", " leading and trailing ", "tab\tand\r\nline\rbreaks\n", "\u{1}\u{1F}",
      "<&>\"'", "]]>", "Ünïcödé", "e\u{301}", "é", "日本語", "👩‍👩‍👧‍👦", "\u{FFFE}", "\u{10FFFF}",
      "%@ $x {}", "NULL", "'; DROP TABLE", "\\",
    ]
    let context = session.context()
    for text in texts { _ = try session.insert("Node", ["label": text], into: context) }
    try context.save()
    try session.reopen()
    let found = try session.all("Node", in: session.context()).compactMap { $0.text("label") }
    // Texts that differ only in their normalization are different texts.
    let wanted = texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    let kept = found.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(kept == wanted)
  }

  @Sendable private static func checkNil(_ session: ConformanceSession) throws {
    let context = session.context()
    _ = try session.insert("Values", into: context)
    try context.save()
    try session.reopen()
    let found = try session.only("Values", in: session.context())
    for attribute in ConformanceModel.attributes {
      #expect(found.value(forKey: attribute.name) == nil, "\(attribute.name)")
    }
  }

  @Sendable private static func checkRemoval(_ session: ConformanceSession) throws {
    let context = session.context()
    let object = try session.insert("Values", ["string": "text", "integer16": 1], into: context)
    try context.save()
    object.setValue(nil, forKey: "string")
    object.setValue(nil, forKey: "integer16")
    try context.save()
    try session.reopen()
    let found = try session.only("Values", in: session.context())
    #expect(found.value(forKey: "string") == nil && found.value(forKey: "integer16") == nil)
  }

  @Sendable private static func checkTransient(_ session: ConformanceSession) throws {
    let context = session.context()
    _ = try session.insert("Values", ["scratch": "gone", "string": "kept"], into: context)
    try context.save()
    try session.reopen()
    let found = try session.only("Values", in: session.context())
    #expect(found.value(forKey: "scratch") == nil && found.text("string") == "kept")
  }

  @Sendable private static func checkLargeValues(_ session: ConformanceSession) throws {
    let data = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let text = String(repeating: "äöü ", count: 200_000)
    try expectToKeep(["data": data, "string": text], in: session)
  }

  @Sendable private static func checkTransformables(_ session: ConformanceSession) throws {
    let values: [NSObject] = [
      NSArray(array: ["a", 1, Date(timeIntervalSinceReferenceDate: 0)]),
      NSDictionary(dictionary: ["key": NSArray(array: [1, 2])]), NSSet(array: ["x"]),
      NSString(string: "text"),
    ]
    for value in values { try expectToKeep(["transformable": value], in: session) }
  }

  @Sendable private static func checkComposites(_ session: ConformanceSession) throws {
    let context = session.context()
    let address: [String: Any] = ["street": "Main Street", "number": 7]
    _ = try session.insert("Values", ["composite": address], into: context)
    try context.save()
    try session.reopen()
    let found = try session.only("Values", in: session.context())
    let kept = try #require(found.value(forKey: "composite") as? [String: Any])
    #expect(kept["street"] as? String == "Main Street" && kept["number"] as? Int == 7)
  }
}
