import ManagedModel
import ModelComparison
import Testing

@Suite("Conversions of numbers") struct NumberConversionTests {
  private static let numbers: [AttributeType] = [
    .boolean, .integer16, .integer32, .integer64, .float, .double,
  ]

  /// The effect on the values of each type, in the order of the columns.
  @Test(
    "From each type to each",
    arguments: [
      (.boolean, [nil, .exact, .exact, .exact, .exact, .exact]),
      (.integer16, [.truth, nil, .exact, .exact, .exact, .exact]),
      (.integer32, [.truth, .narrowed, nil, .exact, .rounded, .exact]),
      (.integer64, [.truth, .narrowed, .narrowed, nil, .rounded, .rounded]),
      (.float, [.truth, .truncated, .truncated, .truncated, nil, .exact]),
      (.double, [.truth, .truncated, .truncated, .truncated, .rounded, nil]),
    ] as [(AttributeType, [NumberConversion?])]
  )
  func table(_ old: AttributeType, expected: [NumberConversion?]) {
    #expect(Self.numbers.map { NumberConversion(from: old, to: $0) } == expected)
  }

  @Test("Other types are not converted", arguments: [AttributeType.decimal, .string, .date, .uuid])
  func others(_ type: AttributeType) {
    for number in Self.numbers {
      #expect(NumberConversion(from: type, to: number) == nil)
      #expect(NumberConversion(from: number, to: type) == nil)
    }
  }

  @Test("An exact conversion neither changes values nor has limits")
  func properties() {
    let all: [NumberConversion] = [.exact, .rounded, .narrowed, .truncated, .truth]
    #expect(all.filter(\.changesValues) == [.truncated, .truth])
    #expect(all.filter(\.isLimited) == [.narrowed, .truncated])
  }
}
