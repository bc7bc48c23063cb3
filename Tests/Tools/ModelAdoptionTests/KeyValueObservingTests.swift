import SwiftSource
import Testing

@testable import ModelAdoption

/// Observers of properties, test cases, and comparisons of classes.
extension AdoptionTests {
  private static let team = "class T: NSManagedObject { @NSManaged var n: Int }\n"

  private static let observer =
    "  override func observeValue(\n    forKeyPath k: String?, of o: Any?, change: [NSKeyValueChangeKey: Any]?,\n"
    + "    context: UnsafeMutableRawPointer?\n  ) {\n    if k == nil {\n"
    + "      super.observeValue(forKeyPath: k, of: o, change: change, context: context)\n    }\n  }\n"

  /// The body of the override is that of a method with another name, which the override calls.
  @Test func observers() {
    let before = Self.team + "class A: NSObject {\n\(Self.observer)}\n"
    let body =
      "    forKeyPath k: String?, of o: Any?, change: [NSKeyValueChangeKey: Any]?,\n"
      + "    context: UnsafeMutableRawPointer?\n  ) {\n"
    let after =
      Self.team
      + "class A: NSObject {\n  #if canImport(ObjectiveC)\n  override func observeValue(\n\(body)"
      + "    observedValue(forKeyPath: k, of: o, change: change, context: context)\n  }\n  #endif\n\n"
      + "  func observedValue(\n\(body)    if k == nil {\n      #if canImport(ObjectiveC)\n"
      + "      super.observeValue(forKeyPath: k, of: o, change: change, context: context)\n      #endif\n    }\n  }\n}\n"
      + "\n#if !canImport(ObjectiveC)\nextension A: KeyValueObserver {}\n#endif\n"
    expect([before], [after])
  }

  /// Only properties of managed objects can be observed by a method.
  @Test(arguments: [
    ("t.addObserver(self, forKeyPath: #keyPath(T.n), options: [.new], context: nil)", false),
    ("t.removeObserver(self, forKeyPath: \"n\")", false),
    ("t.addObserver(self, forKeyPath: \"n.m\", options: [], context: nil)", true),
    ("p.addObserver(self, forKeyPath: \"fractionCompleted\", options: [], context: nil)", true),
    ("p.addObserver(self, forKeyPath: key, options: [], context: nil)", false),
  ])
  func callsOfObservers(_ call: String, _ isFound: Bool) {
    let function = "  func f() {\n    \(call)\n  }\n"
    #expect(
      reports(Self.team + "class A: NSObject {\n\(Self.observer)\(function)}\n").count
        == (isFound ? 1 : 0)
    )
    // Without the method nothing can be observed.
    #expect(reports(Self.team + "class A: NSObject {\n\(function)}\n").count == 1)
  }

  /// The method of a superclass in the sources would have to be called.
  @Test func observersOfSubclasses() {
    let source = "class A: NSObject {\n\(Self.observer)}\nclass B: A {\n\(Self.observer)}\n"
    #expect(reports(source).map(\.rule) == [.unavailable])
  }

  /// Stored properties that are observed report their changes on Linux.
  @Test(arguments: [
    ("@objc dynamic var b = 1", "var b = 1"),
    (
      "@objc public private(set) dynamic var b: Int = f(\n    1\n  )",
      "public private(set) var b: Int = f(\n    1\n  )"
    ),
    ("@MainActor @objc dynamic var b: Int?", "@MainActor var b: Int?"),
  ])
  func dynamicVariables(_ before: String, _ after: String) {
    let (head, call) = ("class A: NSObject {\n", "let o = a.observe(\\.b) { _, _ in }\n")
    let report =
      "    willSet { willChangeValue(for: \\.b) }\n    didSet { didChangeValue(for: \\.b) }\n"
    let adopted =
      "  #if canImport(ObjectiveC)\n  \(before)\n  #else\n  \(after) {\n\(report)  }\n  #endif\n}\n"
    let end = "\n#if !canImport(ObjectiveC)\nextension A: KeyValueObservable {}\n#endif\n"
    expect(["\(head)  \(before)\n}\n\(call)"], [head + adopted + call + end])
    #expect(reports("\(head)  \(before)\n}\n\(call)").isEmpty)
  }

  @Test(arguments: [
    "@objc dynamic var b: Int { 1 }", "@objc dynamic var b = 1 { didSet {} }",
    "@objc dynamic lazy var b = 1", "@objc dynamic var b = { 1 }()\n  static var c = { 1 }",
  ])
  func otherDynamicVariables(_ member: String) {
    let source = "class A: NSObject {\n  \(member)\n}\nlet o = a.observe(\\.b) { _, _ in }\n"
    #expect(reports(source).count == (member.contains("static") ? 0 : 1))
  }

  /// A test case is an object of Foundation only with Objective-C.
  @Test(arguments: [
    ("class A: XCTestCase, NSFetchedResultsControllerDelegate {\n}\n", true),
    ("protocol P: NSObjectProtocol {}\nclass A: XCTestCase {\n}\nextension A: P {}\n", true),
    ("protocol P: AnyObject {}\nclass A: XCTestCase, P {\n}\n", false),
    ("class A: NSObject, NSFetchedResultsControllerDelegate {\n}\n", false),
  ])
  func testCases(_ source: String, _ isEdited: Bool) {
    let adopted = adopt([source])[0]
    #expect(adopted.hasPrefix(source))
    #expect(
      adopted.contains("#if !canImport(ObjectiveC)\nextension A: NSObjectProtocol {\n") == isEdited
    )
    #expect(adopt([adopted]) == [adopted])
  }

  @Test func basesOfTestCases() {
    let source =
      "public class A: XCTestCase, NSFetchedResultsControllerDelegate {\n  var description: String { \"\" }\n}\n"
      + "class B: A, NSFetchedResultsControllerDelegate {}\n"
    let adopted = adopt([source])[0]
    #expect(adopted.contains("  public var hash: Int {") && !adopted.contains("B: NSObject"))
    #expect(!adopted.contains("public var description"))
  }

  @Test(arguments: [
    ("measure(metrics: [XCTClockMetric(), XCTCPUMetric()]) { b() }", true),
    ("measure(metrics: [XCTClockMetric()], block: b)", true),
    ("measure(metrics: [XCTClockMetric()], options: c) { b() }", false),
    ("measure(metrics: d) { b() }", nil), ("measure { b() }", nil),
  ])
  func metrics(_ call: String, _ isSupplied: Bool?) {
    let source = "class A: XCTestCase {\n  func f() {\n    \(call)\n  }\n}\n"
    let adopted = adopt([source])[0]
    #expect(adopted.contains("private struct XCTClockMetric: XCTMetric {}") == (isSupplied == true))
    #expect(reports(source).count == (isSupplied == false ? 1 : 0))
    #expect(adopt([adopted]) == [adopted])
  }

  @Test(arguments: [
    ("a === B.self", "a == B.self"), ("C.B.self !== type(of: a)", "C.B.self != type(of: a)"),
    ("a === b", nil), ("a === B.shared", nil), ("a === B.self.shared", nil), ("a === b.self", nil),
    ("a == B.self", nil),
  ])
  func metatypes(_ before: String, _ after: String?) {
    expect(["let x = \(before)\n"], ["let x = \(after ?? before)\n"])
  }

  /// Nothing posts the notifications of a framework on Linux.
  @Test func notificationsOfFrameworks() {
    let call =
      "    c.addObserver(self, selector: #selector(f), name: UIScene.d, object: nil)\n"
    let head = "#if canImport(UIKit)\nimport UIKit\n#else\nimport Foundation\n#endif\n"
    let source = head + "class A: NSObject {\n  @objc func f() {}\n  func g() {\n\(call)  }\n}\n"
    let adopted = adopt([source])[0]
    #expect(adopted.contains("    #if canImport(UIKit)\n\(call)    #endif\n"))
    #expect(reports(source).isEmpty)
    #expect(adopt([adopted]) == [adopted])
  }

  private func reports(_ source: String) -> [AdoptionFinding] {
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    return Adoption(of: module, rules: Set(AdoptionRule.allCases)).texts[0].findings
  }
}
