import Foundation
import SwiftSource
import Testing

@testable import ModelAdoption

/// Adoption of very long files, and their companions, take linear time.
@Suite(.serialized) struct LinearTimeTests {
  struct Piece: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let head: String
    let line: @Sendable (Int) -> String
    let end: String

    init(
      _ name: String,
      _ head: String,
      _ end: String = "",
      _ line: @escaping @Sendable (Int) -> String
    ) {
      testDescription = name
      self.head = head
      self.end = end
      self.line = line
    }

    func text(_ count: Int) -> String {
      head + (0..<count).map { line($0) + "\n" }.joined() + end
    }
  }

  private static let pieces = [
    Piece(
      "selectors",
      "class A: NSObject {\n@objc func g(_ n: Notification) {}\nfunc f() {\n",
      "}\n}\n"
    ) { _ in
      "c.addObserver(self, selector: #selector(g(_:)), name: .x, object: nil)"
    },
    Piece("local selectors", "func f() {\nfunc h() {}\n", "}\n") { _ in
      "c.addObserver(a, selector: #selector(A.g(_:)), name: .x, object: nil)"
    },
    Piece(
      "dependencies",
      "class A: NSManagedObject {\n",
      "}\nlet o = a.observe(\\A.c1) { _, _ in }\n"
    ) {
      "@objc var c\($0): Int { 1 }; @objc class func keyPathsForValuesAffectingC\($0)() -> Set<String> { [] }"
    },
    Piece("properties", "class A: NSManagedObject {\n", "}\n") { "@NSManaged var b\($0): Int" },
    Piece("primitives", "class A: NSManagedObject {\n", "}\n") {
      "@NSManaged var b\($0): Int?; @NSManaged var primitiveB\($0): Int?"
    },
    Piece("relationships", "class A: NSManagedObject {\n", "}\n") {
      "@NSManaged var b\($0): NSSet?; @NSManaged func addToB\($0)(_ b: NSSet)"
    },
    Piece("key paths", "class A: NSManagedObject { @NSManaged var b: Int }\n") {
      "let k\($0) = #keyPath(A.b)"
    },
    Piece("observed properties", "class A: NSManagedObject {\n", "}\n") {
      "@objc var c\($0): Int { 1 }; lazy var d\($0) = observe(\\A.c\($0)) { _, _ in }"
    },
    Piece("classes", "") { "class A\($0): NSManagedObject { @NSManaged var b: A0? }" },
    Piece("chains", "class A: NSManagedObject {}\nclass A0: A { @NSManaged var a: Int }\n") {
      "class A\($0 + 1): A\($0) { @NSManaged var b\($0): Int; @objc var c\($0): Int { 1 } }"
    },
    Piece("private classes", "") {
      "private class A\($0): NSManagedObject { @NSManaged var b: A0? }"
    },
    Piece("overrides", "class A: NSManagedObject {\n}\n") {
      "extension A { override func f\($0)() {} }"
    },
    Piece(
      "overridden members",
      "class A: NSManagedObject {}\nclass B: A { override func f() {} }\n"
    ) {
      "extension A { @objc func f\($0)() {} }"
    },
    Piece(
      "literals",
      "class A: NSManagedObject { @NSManaged var b: NSSet? }\nfunc g(a: A) {\n",
      "}\n"
    ) { _ in
      "a.b = [c]; XCTAssertEqual(a.b, [c])"
    },
    Piece("casts", "func f() {\n", "}\n") { _ in
      "g(r as! NSFetchRequest<A>, NSManagedObject(entity: e, insertInto: c))"
    },
    Piece("observers", "") { "let o\($0) = a.observe(\\.isFinished) { _, _ in }" },
    Piece("conditions", "class A: NSManagedObject {}\n") {
      "#if DEBUG\nextension A { override func f\($0)() {} }\n#endif"
    },
  ]

  @Test(arguments: pieces) func timeIsLinear(_ piece: Piece) {
    // The best of several runs, in the CPU time of the thread.
    let short = (0..<3).map { _ in Self.time(piece.text(500)) }.min() ?? 0
    let long = Self.time(piece.text(4_000))
    #expect(long < 25 * short, "\(short) and \(long) for 8 times as many lines")
  }

  /// The lists of a class refer to those of its superclass, and do not repeat them.
  @Test func companionsOfChainsAreLinear() {
    let lengths = [200, 400, 800].map { count in
      let classes = (0..<count).map { number in
        """
        class A\(number): \(number == 0 ? "NSManagedObject" : "A\(number - 1)") {
          @NSManaged var b\(number): Int
          @objc var c\(number): Int { 1 }
          @objc class func keyPathsForValuesAffectingC\(number)() -> Set<String> { ["b\(number)"] }
          @objc func validateB\(number)(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {}
        }

        """
      }
      let file = AdoptedFile(path: "A.swift", bytes: Array(classes.joined().utf8))
      let module = SourceModule(name: "M", files: [file], models: [])
      return Companion(of: module, sourceNames: "A.swift").text.utf8.count
    }
    // Numbers have more digits in longer chains.
    #expect(10 * lengths[1] < 22 * lengths[0] && 10 * lengths[2] < 21 * lengths[1], "\(lengths)")
  }

  /// The CPU seconds for a file.
  private static func time(_ text: String) -> Double {
    let start = clock()
    let file = AdoptedFile(path: "A.swift", bytes: Array(text.utf8))
    let module = SourceModule(name: "M", files: [file], models: [])
    let texts = Adoption(of: module, rules: Set(AdoptionRule.allCases)).texts
    #expect(texts.count == 1 && file.source.problems.isEmpty)
    _ = Companion(of: module, sourceNames: "A.swift")
    return clock() - start
  }

  private static func clock() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
