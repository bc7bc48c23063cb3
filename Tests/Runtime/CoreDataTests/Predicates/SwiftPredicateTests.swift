import Foundation
import Testing

@testable import CoreData

@Suite("Predicates written with the macro")
struct SwiftPredicateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let format: String
    let holds: Bool
    let make: @Sendable () -> NSPredicate?

    init(_ format: String, _ holds: Bool, _ make: @escaping @Sendable () -> NSPredicate?) {
      self.format = format
      self.holds = holds
      self.make = make
    }

    var testDescription: String { format }
  }

  static let cases: [Case] = [
    Case("number == 5", true) { NSPredicate(#Predicate<Runner> { $0.number == 5 }) },
    Case("number != 5 OR nickname != nil", true) {
      NSPredicate(#Predicate<Runner> { $0.number != 5 || $0.nickname != nil })
    },
    Case("number * 2 + 1 >= 11 AND NOT number < 2", true) {
      NSPredicate(#Predicate<Runner> { $0.number * 2 + 1 >= 11 && !($0.number < 2) })
    },
    Case("number BETWEEN {1, 5}", true) {
      NSPredicate(#Predicate<Runner> { (1...5).contains($0.number) })
    },
    Case("number >= 1 AND number < 5", false) {
      NSPredicate(#Predicate<Runner> { (1..<5).contains($0.number) })
    },
    Case("number IN {4, 5}", true) {
      let wanted = [4, 5]
      return NSPredicate(#Predicate<Runner> { wanted.contains($0.number) })
    },
    Case("mates.@count == 2", true) { NSPredicate(#Predicate<Runner> { $0.mates.count == 2 }) },
    Case("mates.@count == 0", false) { NSPredicate(#Predicate<Runner> { $0.mates.isEmpty }) },
    Case("SUBQUERY(mates, $x1, $x1 > 6).@count > 0", true) {
      NSPredicate(#Predicate<Runner> { $0.mates.contains { $0 > 6 } })
    },
    Case("SUBQUERY(mates, $x1, NOT $x1 > 6).@count == 0", false) {
      NSPredicate(#Predicate<Runner> { $0.mates.allSatisfy { $0 > 6 } })
    },
    Case("SUBQUERY(mates, $x1, $x1 > 1).@count == 2", true) {
      NSPredicate(#Predicate<Runner> { $0.mates.filter { $0 > 1 }.count == 2 })
    },
    Case("friend.nickname == \"pal\"", true) {
      NSPredicate(#Predicate<Runner> { $0.friend?.nickname == "pal" })
    },
    Case("TERNARY(nickname != nil, nickname, \"?\") == \"rob\"", true) {
      NSPredicate(#Predicate<Runner> { ($0.nickname ?? "?") == "rob" })
    },
    Case("nickname CONTAINS \"ob\"", true) {
      // swift-format-ignore: NeverForceUnwrap
      NSPredicate(#Predicate<Runner> { $0.nickname!.contains("ob") })
    },
    Case("nickname BEGINSWITH \"ob\"", false) {
      // swift-format-ignore: NeverForceUnwrap
      NSPredicate(#Predicate<Runner> { $0.nickname!.starts(with: "ob") })
    },
    Case("length:(nickname) == 3", true) {
      // swift-format-ignore: NeverForceUnwrap
      NSPredicate(#Predicate<Runner> { $0.nickname!.count == 3 })
    },
    Case("modulus:by:(number, 2) == 1", true) {
      NSPredicate(#Predicate<Runner> { $0.number % 2 == 1 })
    },
    Case("TERNARY(number > 3, 1, 2) == 1", true) {
      NSPredicate(#Predicate<Runner> { ($0.number > 3 ? 1 : 2) == 1 })
    },
    Case("TRUEPREDICATE", true) { NSPredicate(#Predicate<Runner> { _ in true }) },
  ]

  @Test("become predicates", arguments: cases)
  func converts(_ example: Case) throws {
    let runner = Runner(5, "rob", mates: [6, 7], friend: Runner(6, "pal"))
    let predicate = try #require(example.make())
    #expect(predicate.treeText == example.format)
    #expect(predicate.evaluate(with: runner) == example.holds)
  }

  @Test("are refused if the language cannot express them")
  func refused() {
    #expect(NSPredicate(#Predicate<Runner> { $0.unknown == "a" }) == nil)
  }
}

extension NSPredicate {
  /// The text of the predicate's tree.
  var treeText: String { (try? tree.format) ?? "" }
}
