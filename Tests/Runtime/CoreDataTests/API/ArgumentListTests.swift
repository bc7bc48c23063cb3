import CoreData
import Foundation
import Testing

/// Tests of `NSPredicate(format:arguments:)`, which wrappers of `NSPredicate(format:)` call.
struct ArgumentListTests {
  private func predicate(_ format: String, _ arguments: any CVarArg...) -> String {
    withVaList(arguments) { NSPredicate(format: format, arguments: $0).description }
  }

  @Test("Arguments of every kind come out of a list as they went in")
  func kinds() {
    #expect(predicate("a == %d", -1) == "a == -1")
    #expect(predicate("a == %d", Int32(-7)) == "a == -7")
    #expect(predicate("a == %ld", Int.min) == "a == -9223372036854775808")
    #expect(predicate("a == %lld AND b == %i", Int64.max, Int32(3)).hasSuffix("AND b == 3"))
    #expect(predicate("a == %f", 1.5) == "a == 1.5")
    #expect(predicate("%K == %@", "name", "Ada") == "name == \"Ada\"")
    #expect(predicate("%K IN %@ AND b > %f", "a", ["x", "y"], 0.25).contains("{\"x\", \"y\"}"))
    #expect(predicate("a == %@", NSNumber(value: 3)) == "a == 3")
    #expect(
      predicate("a == %@", Date(timeIntervalSinceReferenceDate: 0))
        == NSPredicate(format: "a == %@", Date(timeIntervalSinceReferenceDate: 0) as NSDate)
        .description
    )
  }

  @Test("More arguments than registers hold, and percent signs inside of texts")
  func many() {
    let numbers = (1...12).map { $0 }
    let format = numbers.map { _ in "a == %ld" }.joined(separator: " OR ")
    let text = withVaList(numbers) { NSPredicate(format: format, arguments: $0).description }
    #expect(text.contains("a == 12") && text.contains("a == 7"))
    #expect(predicate("a == '%@ %d' AND b == %d", 5) == "a == \"%@ %d\" AND b == 5")
    #expect(predicate("a == \"it's %d\" AND b == %@", "x").hasSuffix("b == \"x\""))
  }
}
