import Foundation
import SwiftSource
import Testing

@testable import ModelAdoption

/// Features of Objective-C that have another form on Linux: members of any object, calls by selector, optional
/// variables of protocols, expectations that observe.
extension AdoptionTests {
  @Test(arguments: [
    ("(b as AnyObject).isKind(of: C.self)", "((b as AnyObject) is C)"),
    ("!(f(1) as AnyObject).isKind(of: M.C.self) && d", "!((f(1) as AnyObject) is M.C) && d"),
    ("f(b as AnyObject).isKind(of: C.self)", "f(b as AnyObject).isKind(of: C.self)"),
  ])
  func kindsOfAnyObject(_ before: String, _ after: String) {
    expect(["let a = \(before)\n"], ["let a = \(after)\n"])
  }

  @Test(arguments: [
    ("(b as AnyObject).isEqual(c)", "areEqualObjects(b, c)"),
    ("(b[#keyPath(T.n)] as AnyObject).isEqual(f(c, d))", "areEqualObjects(b[\"n\"], f(c, d))"),
  ])
  func comparisonsOfAnyObject(_ before: String, _ after: String) {
    let head = "class T: NSManagedObject { @NSManaged var n: Int }\nlet a = "
    let adopted = adopt([head + before + "\n"])[0]
    #expect(adopted.hasPrefix(head + after + "\n\n/// Whether two"))
    #expect(adopt([adopted]) == [adopted])
  }

  private static let performer = "class A {\n  @objc func f() {}\n  @objc func g(with b: Int) {}\n"

  /// A method that is called by its selector is called on Linux.
  @Test(arguments: [
    ("perform(#selector(f))", "f()"), ("a?.perform(#selector(A.f))", "a?.f()"),
    ("self.b.perform(#selector(A.g(with:)), with: 1 + 2)", "self.b.g(with: 1 + 2)"),
    ("perform(#selector(f), with: nil, afterDelay: 1)", nil), ("perform(#selector(h))", nil),
    ("perform(#selector(g(with:)))", nil),
  ])
  func performing(_ call: String, _ replacement: String?) {
    let source = Self.performer + "  func k() {\n    \(call)\n  }\n}\n"
    let adopted = adopt([source])[0]
    let otherwise = replacement.map { "    #else\n    \($0)\n" } ?? ""
    #expect(
      adopted.hasSuffix(
        "    #if canImport(ObjectiveC)\n    \(call)\n\(otherwise)    #endif\n  }\n}\n"
      )
    )
    #expect(found(source).count == (replacement == nil ? 1 : 0))
    #expect(adopt([adopted]) == [adopted])
  }

  /// The protocol of a variable is beside the one with the requirement; types that have the variable conform to it.
  @Test func optionalVariables() {
    let sources = [
      "@MainActor @objc public protocol P {\n  @objc optional var b: Int { get }\n  var c: Int { get }\n}\n",
      "class A: P {\n  let b = 1\n  var c: Int { 2 }\n}\nclass B: P {\n  var c: Int { 2 }\n}\n",
      "class C: B {\n  var b: Int { 3 }\n}\nclass D {\n  var b: Int { 4 }\n}\n",
    ]
    let after = [
      "#if canImport(ObjectiveC)\n@objc\n#endif\n@MainActor public protocol P: AnyObject {\n"
        + "  #if canImport(ObjectiveC)\n  @objc optional var b: Int { get }\n  #endif\n"
        + "  var c: Int { get }\n}\n\n#if !canImport(ObjectiveC)\n"
        + "@MainActor public protocol PWithB: AnyObject {\n  var b: Int { get }\n}\n"
        + "extension P {\n  public var b: (Int)? { (self as? any PWithB).map { $0.b } }\n}\n#endif\n",
      sources[1] + "\n#if !canImport(ObjectiveC)\nextension A: PWithB {}\n#endif\n",
      sources[2] + "\n#if !canImport(ObjectiveC)\nextension C: PWithB {}\n#endif\n",
    ]
    expect(sources, after)
  }

  @Test(arguments: [
    ("keyValueObservingExpectation(for: a, keyPath: \"b\", expectedValue: 1)", true),
    ("keyValueObservingExpectation(for: a, keyPath: #keyPath(T.n), expectedValue: nil)", true),
    ("keyValueObservingExpectation(for: a, keyPath: \"b\") { a, _ in c(a) }", true),
    ("keyValueObservingExpectation(for: a, keyPath: \"b\") { a, b in c(b) }", false),
    ("keyValueObservingExpectation(for: a, keyPath: \"b.c\", expectedValue: 1)", false),
    ("keyValueObservingExpectation(for: a, keyPath: b, expectedValue: 1)", false),
    ("XCTKVOExpectation(keyPath: \"b\", object: a)", false),
  ])
  func expectations(_ call: String, _ isSupplied: Bool) {
    let source =
      "class T: NSManagedObject { @NSManaged var n: Int }\nclass A: XCTestCase {\n  func f() {\n    _ = \(call)\n  }\n}\n"
    let adopted = adopt([source])[0]
    #expect(adopted.contains("fileprivate func keyValueObservingExpectation(") == isSupplied)
    #expect(found(source).count == (isSupplied ? 0 : 1))
    #expect(found(adopted).count == (isSupplied ? 0 : 1))
    #expect(adopt([adopted]) == [adopted])
  }

  private func found(_ source: String) -> [AdoptionFinding] {
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    return Adoption(of: module, rules: Set(AdoptionRule.allCases)).texts[0].findings
  }
}
