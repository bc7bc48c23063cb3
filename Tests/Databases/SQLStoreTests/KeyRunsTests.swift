import ObjectRows
import Testing

@testable import SQLStore

@Suite("Runs of keys") struct KeyRunsTests {
  private func ranges(_ keys: some Sequence<Int64>) -> [ClosedRange<Int64>]? {
    KeyRuns(keys.map { Reference(number: $0, entity: 1, store: 1) })?.ranges
  }

  @Test("Consecutive keys are one range, in whatever order they come and however often")
  func one() {
    #expect(ranges(1...64) == [1...64])
    #expect(ranges((1...200).reversed()) == [1...200])
    #expect(ranges(Array(1...100) + Array(50...120)) == [1...120])
    #expect(ranges((Int64.max - 99)...Int64.max) == [(Int64.max - 99)...Int64.max])
  }

  @Test("A gap ends a range")
  func gaps() {
    #expect(ranges(Array(1...100) + Array(102...200)) == [1...100, 102...200])
    #expect(ranges(Array(1...127) + [500]) == [1...127, 500...500])
    #expect(ranges(Array(1...126) + [500]) == nil)
    #expect(ranges(Array(1...127) + [500] + Array(501...600)) == [1...127, 500...600])
  }

  @Test("Few keys, and keys with many gaps, stay a list")
  func lists() {
    #expect(ranges([]) == nil)
    #expect(ranges(1...63) == nil)
    #expect(ranges(stride(from: 1, through: 1_001, by: 2)) == nil)
  }
}
