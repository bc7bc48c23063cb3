import Foundation
import Testing

@testable import CoreData

@Suite("Sort descriptors")
struct SortDescriptorTests {
  /// Numbered objects with the properties `n` and `s`.
  private func objects(_ values: [(n: Int?, s: String?)]) -> [KeyedObject] {
    values.enumerated().map { index, value in
      let object = KeyedObject(index)
      object.setValue(value.n.map { NSNumber(value: $0) }, forKey: "n")
      object.setValue(value.s, forKey: "s")
      return object
    }
  }

  private func order(_ objects: [KeyedObject], _ descriptors: [NSSortDescriptor]) -> [Int] {
    let sorted = objects.sorted(by: descriptors).map(\.identifier)
    let foundation = (objects as NSArray).sortedArray(using: descriptors)
      .compactMap { ($0 as? KeyedObject)?.identifier }
    #expect(foundation == sorted)
    return sorted
  }

  @Test("sort by keys, nil first, and by the next key among equal values")
  func keys() {
    let some = objects([(2, "b"), (nil, "c"), (1, "b"), (2, "a"), (nil, nil)])
    let n = NSSortDescriptor(key: "n", ascending: true)
    let s = NSSortDescriptor(key: "s", ascending: true)
    #expect(order(some, [n]) == [1, 4, 2, 0, 3])
    #expect(order(some, [n, s]) == [4, 1, 2, 3, 0])
    #expect(order(some, [NSSortDescriptor(key: "n", ascending: false), s]) == [3, 0, 2, 4, 1])
    #expect(order(some, []) == [0, 1, 2, 3, 4])
    #expect(order(some, [NSSortDescriptor(key: "noSuch.key", ascending: true)]) == [0, 1, 2, 3, 4])
    #expect(n.key == "n")
    #expect(n.ascending)
    #expect((n.reversedSortDescriptor as? NSSortDescriptor)?.ascending == false)
    #expect((n.reversedSortDescriptor as? NSSortDescriptor)?.key == "n")
  }

  static let selectors: [(Selector, [Int])] = [
    ("compare:", [1, 3, 0, 2]), ("caseInsensitiveCompare:", [0, 1, 3, 2]),
    ("localizedStandardCompare:", [0, 3, 1, 2]), ("unknown:", [1, 3, 0, 2]),
  ]

  @Test("compare strings by the selector", arguments: selectors)
  func comparesStrings(_ selector: Selector, _ expected: [Int]) {
    let some = objects([(0, "a"), (0, "B10"), (0, "c"), (0, "B9")])
    let descriptor = NSSortDescriptor(key: "s", ascending: true, selector: selector)
    #expect(order(some, [descriptor]) == expected)
    #expect(descriptor.selector == selector)
  }

  @Test("compare with blocks")
  func blocks() {
    let some = objects([(10, nil), (9, nil), (nil, nil), (7, nil)])
    let descriptor = NSSortDescriptor(key: "n", ascending: true) { first, second in
      let first = (first as? Int ?? 0) % 7
      let second = (second as? Int ?? 0) % 7
      return first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
    }
    #expect(order(some, [descriptor]) == [2, 3, 1, 0])
    #expect(descriptor.selector == nil)
  }

  @Test("sort the objects themselves")
  func selves() {
    let descriptor = NSSortDescriptor(key: nil, ascending: false)
    #expect([3, 1, 2].sorted(by: [descriptor]) == [3, 2, 1])
    #expect(descriptor.compare("a", to: "b") == .orderedDescending)
    #expect(descriptor.compare(1, to: "b") == .orderedSame)
    #expect(NSSortDescriptor(key: "self", ascending: true).compare(1, to: 2) == .orderedAscending)
    let array = NSMutableArray(array: ["b", "a"])
    array.sort(using: [NSSortDescriptor(key: "self", ascending: true)])
    #expect(array as? [String] == ["a", "b"])
    #expect(NSSet(array: [3, 1]).sortedArray(using: [descriptor]) as? [Int] == [3, 1])
  }

  @Test("key paths, known by name or not")
  func keyPaths() {
    let runners = [Runner(1, "b"), Runner(2, nil), Runner(3, "a")]
    let named = NSSortDescriptor(keyPath: \Runner.nickname, ascending: true)
    #expect(named.key == "nickname")
    #expect(runners.sorted(by: [named]).map(\.number) == [2, 3, 1])
    let comparable = NSSortDescriptor(keyPath: \Runner.number, ascending: false)
    #expect(comparable.key == "number")
    #expect(runners.sorted(by: [comparable]).map(\.number) == [3, 2, 1])
    let unnamed = NSSortDescriptor(keyPath: \Runner.unknown, ascending: false)
    #expect(unnamed.key == nil)
    #expect(runners.sorted(by: [unnamed]).map(\.number) == [1, 3, 2])
  }

  @Test("Swift's descriptors")
  func swiftDescriptors() {
    let runners = [Runner(1, "b"), Runner(2, nil), Runner(3, "a")]
    let named = NSSortDescriptor(SortDescriptor(\Runner.number, order: .reverse))
    #expect(named.key == "number")
    #expect(!named.ascending)
    #expect(runners.sorted(by: [named]).map(\.number) == [3, 2, 1])
    let unnamed = NSSortDescriptor(SortDescriptor(\Runner.unknown, order: .reverse))
    #expect(runners.sorted(by: [unnamed]).map(\.number) == [1, 3, 2])
  }

  @Test("equality")
  func equality() {
    let descriptor = NSSortDescriptor(key: "a", ascending: true)
    #expect(descriptor == NSSortDescriptor(key: "a", ascending: true, selector: "compare:"))
    #expect(descriptor != NSSortDescriptor(key: "b", ascending: true))
    #expect(descriptor != NSSortDescriptor(key: "a", ascending: false))
    #expect(
      descriptor != NSSortDescriptor(key: "a", ascending: true, selector: "localizedCompare:")
    )
  }
}

/// An object with properties for key paths, some of which have names.
final class Runner: NSObject, KeyValueCoding, KeyPathNaming {
  static var ownNames: [(keyPath: AnyKeyPath, name: String)] {
    [
      (\Runner.nickname, "nickname"), (\Runner.number, "number"), (\Runner.mates, "mates"),
      (\Runner.friend, "friend"),
    ]
  }

  let number: Int
  let nickname: String?
  let mates: Set<Int>
  let friend: Runner?
  var unknown: String? { nickname }

  init(_ number: Int, _ nickname: String?, mates: Set<Int> = [], friend: Runner? = nil) {
    self.number = number
    self.nickname = nickname
    self.mates = mates
    self.friend = friend
  }

  func value(forKey key: String) -> Any? {
    switch key {
    case "number": NSNumber(value: number)
    case "nickname": nickname
    case "mates": mates
    case "friend": friend
    default: nil
    }
  }
}
