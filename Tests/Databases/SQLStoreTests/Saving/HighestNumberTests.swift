import SQLDriver
import Testing

@testable import SQLStore

@Suite("The highest number that was given") struct HighestNumberTests {
  @Test(
    "The highest number is the higher one of the recorded and the used one",
    arguments: [
      (.integer(7), .integer(5), 7), (.integer(5), .integer(7), 7), (.null, .integer(7), 7),
      (.integer(7), .null, 7), (.null, .null, 0), (.integer(-3), .null, 0),
      (.text("7"), .integer(7), nil), (.integer(7), .blob([7]), nil), (.real(7), .null, nil),
    ] as [(SQLValue, SQLValue, Int64?)]
  )
  func numbers(recorded: SQLValue, inUse: SQLValue, expected: Int64?) {
    #expect(HighestNumber.of(recorded: recorded, inUse: inUse) == expected)
  }
}
