import Foundation
import Parallelism
import Testing

@Suite struct ConcurrentMapTests {
  @Test(arguments: [0, 1, 2, 63, 64, 65, 1_000, 5_003])
  func resultsAreInTheOrderOfTheElements(count: Int) {
    let numbers = Array(0..<count)
    #expect(numbers.concurrentMap { number, _ in number * 3 } == numbers.map { $0 * 3 })
  }

  @Test(arguments: [0, 1, 2, 3, 100])
  func resultsOfLongWorkAreInTheOrderOfTheElements(count: Int) {
    let texts = (0..<count).map(String.init)
    #expect(texts.concurrentMap(ofLong: { $0 + "!" }) == texts.map { $0 + "!" })
  }

  @Test func everyElementIsTakenOnce() {
    // Not a `Mutex`, whose operations the thread sanitizer does not see.
    let lock = NSLock()
    nonisolated(unsafe) var calls = [Int](repeating: 0, count: 2_000)
    _ = Array(0..<2_000).concurrentMap { index, _ in lock.withLock { calls[index] += 1 } }
    #expect(calls.allSatisfy { $0 == 1 })
  }

  @Test func threadsHaveRoomForDeepRecursion() {
    @Sendable func depth(_ left: Int) -> Int { left == 0 ? 0 : 1 + depth(left - 1) }
    let depths = Array(repeating: 20_000, count: 200).concurrentMap { count, _ in depth(count) }
    #expect(depths.allSatisfy { $0 == 20_000 })
  }

  @Test(arguments: [0, 1, 63, 64, 65, 1_000, 5_003])
  func partsAreInOrderAndComplete(count: Int) {
    let range = 10..<10 + count
    let parts = range.concurrentMap(
      state: { 0 },
      ofParts: { state, part in
        state += part.count
        return (numbers: Array(part), sum: state)
      }
    )
    #expect(parts.flatMap(\.numbers) == Array(range))
    // The state belongs to a thread, and accumulates over its parts.
    #expect(parts.allSatisfy { $0.sum >= $0.numbers.count && $0.sum <= count })
    #expect(
      Array(range).concurrentMap(ofParts: { Array($0) }).flatMap { $0 } == Array(range)
    )
  }

  /// Work that a worker distributes runs on its own thread, so that there are never more threads than processors.
  @Test func nestedMapsStartNoThreads() {
    let depths = Array(0..<200).concurrentMap { number, _ in
      Array(0..<100).concurrentMap { $0 + number + $1 * 0 }.reduce(0, +)
    }
    #expect(depths == (0..<200).map { 4_950 + 100 * $0 })
  }
}
