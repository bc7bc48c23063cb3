import Testing

@testable import PredicateFormat

/// Tests with malicious input: each text must be parsed or rejected, quickly, without crashing.
struct HostileInputTests {
  @Test(arguments: [
    ("(", ")"), ("NOT ", ""), ("!", ""), ("-", ""), ("~", ""), ("{", "}"), ("a[", "]"),
    ("sum(", ")"), ("CAST(", ", 'x')"), ("TERNARY(TRUEPREDICATE, 1, ", ")"),
    ("FUNCTION(", ", 'x')"), ("SUBQUERY(", ", $x, a == 1)"),
    ("SUBQUERY(a, $x, b == ", ").@count"), ("$x := ", ""), ("a + (", ")"),
    ("a OR b AND c == d UNION 1 | 1 ^ 1 & 1 << 1 + 1 * 1 ** (", ")"),
  ])
  func deepNestingIsAnErrorAndNoCrash(opening: String, closing: String) throws {
    for count in [129, 1000, 100_000] {
      let text =
        String(repeating: opening, count: count) + "a" + String(repeating: closing, count: count)
      let error = try #require(throws: PredicateSyntaxError.self) {
        try Predicate(parsing: text)
      }
      #expect(error.message == "the predicate is nested more than 128 levels deep")
    }
  }

  @Test(arguments: [
    ("(", ")"), ("NOT ", ""), ("-", ""), ("{", "}"), ("a[", "]"), ("sum(", ")"),
    ("SUBQUERY(a, $x, b == ", ").@count"), ("1 | 1 ^ 1 & 1 << 1 + 1 * 1 ** (", ")"),
  ])
  func moderateNestingIsFine(opening: String, closing: String) throws {
    let nested =
      String(repeating: opening, count: 15) + "a" + String(repeating: closing, count: 15)
    let predicate = try Predicate(parsing: nested + (opening == "NOT " ? "" : " == 1"))
    #expect(try Predicate(parsing: predicate.description) == predicate)
  }

  /// The parser builds these trees in a loop, so they are not limited by its recursion.
  @Test(arguments: ["a + ", "a[0][0][0][0].b + ", "a ** ", "a UNION "])
  func longChainsOfOperatorsAreRefusedToo(link: String) {
    let text = String(repeating: link, count: 50_000) + "1"
    #expect(throws: PredicateSyntaxError.self) { try Expression(parsing: text) }
  }

  @Test
  func wideTextsAreRead() throws {
    let count = 8_000
    let or = try Predicate(
      parsing: Array(repeating: "a == 1", count: count).joined(separator: " OR ")
    )
    guard case .or(let parts) = or else {
      Issue.record("not an OR")
      return
    }
    #expect(parts.count == count)
    #expect(try Predicate(parsing: or.description) == or)

    let list = try Expression(
      parsing: "{" + Array(repeating: "1", count: count).joined(separator: ", ") + "}"
    )
    #expect(list == .aggregate(Array(repeating: int(1), count: count)))

    let keys = Array(repeating: "a", count: count).joined(separator: ".")
    #expect(try Expression(parsing: keys) == path(keys))
  }

  /// Parsing must take linear time: a quadratic parser would take hundreds of times as long here.
  @Test(arguments: ["(", "'", "\\", "a.", "a:", "%", "@@", "-1 ", "{", "a ==[", "/*", "9", "ü"])
  func timeGrowsWithTheLengthOnly(piece: String) throws {
    let clock = ContinuousClock()
    let length = 1 << 17
    let text = String(repeating: piece, count: length / piece.utf8.count)
    let duration = clock.measure { _ = try? Predicate(parsing: text) }
    #expect(duration < .seconds(5))
  }

  @Test
  func maximumDepthCanBeChosen() {
    #expect(throws: PredicateSyntaxError.self) {
      try Predicate(parsing: "((a == 1))", maximumDepth: 2)
    }
    #expect(throws: Never.self) { try Predicate(parsing: "((a == 1))", maximumDepth: 3) }
  }

  /// Every prefix of a text with every construct, and every text with one byte removed, is parsed or rejected with an
  /// offset in the text.
  @Test
  func mutilatedTexts() {
    let text = """
      NOT ANY %K.b[FIRST].@sum.c BEGINSWITH[cd] 'x\\u0041"' AND -0x1F ** 2.5e-3 <= $ü || \
      SUBQUERY(#in, $x, $x.y IN {nil, TRUE, CAST(1, "NSDate")}).@count => FUNCTION(SELF, 'a:', b) \
      AND TERNARY(TRUEPREDICATE, modulus:by:(a, 2), ~%ld) <> b UNION c
      """
    let bytes = Array(text.utf8)
    #expect(throws: Never.self) { try Predicate(parsing: text) }
    for index in bytes.indices {
      var mutilated = bytes
      mutilated.remove(at: index)
      for candidate in [Array(bytes[..<index]), mutilated, Array(bytes[index...])] {
        let candidate = String(decoding: candidate, as: UTF8.self)
        do throws(PredicateSyntaxError) {
          let predicate = try Predicate(parsing: candidate)
          let printed = predicate.description
          #expect((try? Predicate(parsing: printed)) == predicate, "\(candidate) → \(printed)")
        } catch {
          #expect((0...candidate.utf8.count).contains(error.utf8Offset), "\(candidate)")
        }
      }
    }
  }
}
