import SwiftSource
import Testing

@testable import ModelAdoption

/// Overrides and names that have a meaning only with the Objective-C runtime.
extension AdoptionTests {
  /// Nothing calls them on Linux.
  @Test(arguments: [
    "override class func description() -> String { \"a\" }", "override func awakeFromNib() {\n  }",
    "public override static func debugDescription() -> String { \"a\" }",
    "override class var accessInstanceVariablesDirectly: Bool { false }",
  ])
  func overridesOfAppleAlone(_ member: String) {
    for head in ["class A: NSManagedObject {", "class A: B {}\nextension A {"] {
      let after = "#if canImport(ObjectiveC)\n  \(member)\n  #endif"
      expect(["\(head)\n  \(member)\n}\n"], ["\(head)\n  \(after)\n}\n"])
    }
  }

  @Test(arguments: [
    ("override func setNilValueForKey(_ key: String) {}", nil),
    ("override func value(forKeyPath path: String) -> Any? { nil }", "override 'value(forKey:)'"),
    ("override func setValuesForKeys(_ values: [String: Any]) {}", "which take each key"),
    (
      "override var observationInfo: UnsafeMutableRawPointer? { get { nil } set {} }",
      "observe with"
    ),
    ("override func willAccessValue(forKey key: String?) {}", nil),
    ("override func value(forKey key: String) -> Any? { nil }", nil),
    ("override var description: String { \"a\" }", nil), ("override func copy() -> Any { 1 }", nil),
    (
      "override class func description() -> String { \"a\" }; var b = 1", "put the override between"
    ),
    (
      "#if canImport(ObjectiveC)\n  override func value(forKeyPath a: String) -> Any? { 1 }\n  #endif",
      nil
    ),
  ])
  func overridesWithoutEdit(_ member: String, _ hint: String?) {
    let found = findings("class A: NSManagedObject {\n  \(member)\n}\n")
    #expect(found.map(\.rule) == (hint == nil ? [] : [.overrides]))
    if let hint { #expect(found.first?.hint.contains(hint) == true, "\(found)") }
  }

  /// Unmanaged objects have no key-value coding on Linux; a class of the sources may
  /// have methods with the same names.
  @Test func overridesOfOtherObjects() {
    let member = "  override func value(forKey key: String) -> Any? { nil }\n"
    #expect(findings("class A: NSObject {\n\(member)}\n").count == 1)
    #expect(findings("class A: ValueTransformer {\n\(member)}\n").isEmpty)
    let own =
      "class A: NSObject {\n  class func description() -> Int { 1 }\n}\n"
      + "class B: A {\n  override class func description() -> Int { 2 }\n}\nlet a = B.description()\n"
    #expect(findings(own).isEmpty)
    expect([own], [own])
  }

  @Test func callsOfDescription() {
    let found = findings("class A: NSObject {}\nlet a = A.description()\nlet b = c.description()\n")
    #expect(found.count == 1 && found[0].hint.contains("String(describing: A.self)"))
  }

  /// Classes are looked up by names that Linux does not know.
  @Test(arguments: [
    ("NSClassFromString(\"X\")", "(A.self as AnyClass?)"),
    ("Foundation.NSClassFromString(\"X\")!", "(A.self as AnyClass?)!"),
    ("NSClassFromString(\"A\")", nil), ("NSClassFromString(\"M.X\")", nil),
    ("NSClassFromString(b.managedObjectClassName)", nil),
    ("NSClassFromString(b.managedObjectClassName!)", "NSClassFromString(b.managedObjectClassName)"),
    ("NSClassFromString(\"\\(m).X\")", nil), ("NSClassFromString(\"NSDate\")", nil),
    ("\"NSClassFromString(\\\"X\\\")\"", nil),
  ])
  func classNames(_ before: String, _ after: String?) {
    let head = "#if canImport(ObjectiveC)\n@objc(X)\n#endif\nclass A: NSManagedObject {}\nlet a = "
    expect([head + before + "\n"], [head + (after ?? before) + "\n"])
    #expect(findings(head + before + "\n").isEmpty)
  }

  @Test(arguments: [
    ("let a = NSClassFromString(\"XCTestCase\")\n", true),
    ("let a = NSClassFromString(b.managedObjectClassName)\n", false),
    ("let a = NSClassFromString(b.managedObjectClassName ?? c)\n", true),
    ("let a = Foundation.NSClassFromString(b.managedObjectClassName)\n", true),
    ("let a = NSClassFromString(\"_TtC1M1A\")\n", true),
    ("let a = NSClassFromString(b)\n", false),
    ("@objc(X) class A: NSObject {}\nlet a = NSClassFromString(b)\n", true),
    ("let a = NSClassFromString(\"XCTest.XCTestCase\")\n", false),
  ])
  func otherClassNames(_ source: String, _ isFound: Bool) {
    #expect(findings(source).map(\.rule) == (isFound ? [.unavailable] : []))
  }

  /// A model can refer to a private class only by the name of the class.
  @Test(arguments: [
    ("@objc(X) private class A: NSManagedObject {}", true),
    ("private enum E {\n  @objc(X) class A: NSManagedObject {}\n}", true),
    ("@objc(A) private class A: NSManagedObject {}", false),
    ("@objc(X) class A: NSManagedObject {}", false),
    ("@objc(X) private class A: NSObject {}", false),
  ])
  func namesOfPrivateClasses(_ source: String, _ isFound: Bool) {
    #expect(findings(source + "\n").map(\.rule) == (isFound ? [.unavailable] : []))
  }

  /// A class that is private to another file cannot be named.
  @Test func privateClassNames() {
    let files = ["@objc(X) private class A: NSObject {}\n", "let a = NSClassFromString(\"X\")\n"]
    let module = SourceModule(
      name: "M",
      files: files.enumerated().map { file($1, $0) },
      models: []
    )
    let texts = Adoption(of: module, rules: [.objectiveC]).texts
    #expect(texts[1].edits.isEmpty && texts[1].findings.count == 1)
  }

  /// Key-value observing finds the dependencies of a property through a method; on Linux there is no such property.
  @Test(arguments: [
    ("a.observe(\\.c) { _, _ in }", true), ("a.observe(\\A.c, options: []) { _, _ in }", true),
    ("a.observe(\\.b) { _, _ in }", false), ("a.observe(\\.d) { _, _ in }", false),
    ("a.observe(\\.c.d) { _, _ in }", false), ("a.observe(\\E.c) { _, _ in }", false),
  ])
  func observedProperties(_ call: String, _ isFound: Bool) {
    let source =
      "class A: NSManagedObject {\n  @NSManaged var b: Int\n  var c: Int { b }\n  var d: Int { b }\n"
      + "  class func keyPathsForValuesAffectingC() -> Set<String> { [\"b\"] }\n}\n"
    #expect(findings(source + "let o = \(call)\n").count == (isFound ? 1 : 0))
  }

  /// Observers are notified of a dependent property if a member visible to Objective-C declares its dependencies.
  @Test(arguments: [
    "@objc class func keyPathsForValuesAffectingC() -> Set<String> { [\"b\"] }",
    "@objc static var keyPathsForValuesAffectingC: Set<String> { [\"b\"] }",
    "override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { [\"b\"] }",
  ])
  func dependentProperties(_ member: String) {
    let source =
      "class A: NSManagedObject {\n  @NSManaged var b: Int\n  @objc var c: Int { b }\n  \(member)\n}\n"
    #expect(findings(source + "let o = a.observe(\\A.c) { _, _ in }\n").isEmpty)
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    let text = Companion(of: module, sourceNames: "M").text
    let isTracked = !member.hasPrefix("override")
    #expect(text.contains("(\"c\", { A.`keyPathsForValuesAffectingC`") == isTracked, "\(text)")
  }

  /// Only managed objects have properties that can be observed.
  @Test(arguments: [
    ("a.progress?.observe(\\.completedUnitCount) { _, _ in }", true),
    ("a.observe(\\Progress.fractionCompleted, options: []) { _, _ in }", true),
    ("a.observe(\\E.isFinished) { _, _ in }", false), ("a.observe(\\.count) { _, _ in }", false),
    ("a.observe(\\.isOpen) { _, _ in }", true), ("a.observe(\\F.isOpen) { _, _ in }", true),
    ("a.observe(\\.shared) { _, _ in }", false), ("a.observe(\\F.shared) { _, _ in }", true),
    ("a.observe(\\F.reporting) { _, _ in }", false),
  ])
  func observedPropertiesOfOthers(_ call: String, _ isFound: Bool) {
    let source = """
      class E: NSManagedObject {
        @NSManaged var isFinished: Bool
        @NSManaged var shared: Bool
      }
      class F: NSObject {
        dynamic var reporting = 0
        dynamic var isOpen: Bool { false }
        dynamic var shared: Bool { false }
        var count = 0
      }

      """
    #expect(findings(source + "let o = \(call)\n").count == (isFound ? 1 : 0))
  }

  /// Without Objective-C any object has no members.
  @Test(arguments: [
    ("(b as AnyObject).isEqual(to: c)", true), ("(b as? AnyObject)?.hash", true),
    ("(b as AnyObject).isEqual(c)", false), ("(b as AnyObject).value(forKey: c)", true),
    ("(b as AnyObject).isKind(of: c)", true), ("(b as AnyObject).isKind(of: C.self)", false),
    ("f(b as AnyObject).isEqual(to: c)", false),
    ("(b as AnyObject) === c", false), ("(b as? [AnyObject])?.count", false),
    ("f(as: AnyObject).c", false), ("\"(b as AnyObject).c\"", false),
  ])
  func membersOfAnyObject(_ expression: String, _ isFound: Bool) {
    #expect(findings("let a = \(expression)\n").count == (isFound ? 1 : 0))
  }

  private func findings(_ source: String) -> [AdoptionFinding] {
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    return Adoption(of: module, rules: Set(AdoptionRule.allCases)).texts[0].findings
  }
}
