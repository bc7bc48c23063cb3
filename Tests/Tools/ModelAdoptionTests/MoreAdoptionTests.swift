import SwiftSource
import Testing

@testable import ModelAdoption

extension AdoptionTests {
  private static let group =
    "class A: NSManagedObject {\n  @NSManaged var b: NSSet?\n  @NSManaged func add(_ b: NSSet, to c: Int, with d: NSSet)\n}\n"

  /// Literals that are compared, passed and returned.
  @Test(arguments: [
    ("XCTAssertEqual(a.b, [c])", "XCTAssertEqual(a.b, NSSet(array: [c]))"),
    ("XCTAssertNotEqual([c], a.b!)", "XCTAssertNotEqual(NSSet(array: [c]), a.b!)"),
    ("let x = a.b == [c]", "let x = a.b == NSSet(array: [c])"),
    ("let x = a?.b != [c]", "let x = a?.b != NSSet(array: [c])"),
    ("a.add([c], to: 1, with: [d])", "a.add(NSSet(array: [c]), to: 1, with: NSSet(array: [d]))"),
    ("func f() -> NSSet { return [c] }", "func f() -> NSSet { return NSSet(array: [c]) }"),
    ("func f() -> NSSet? { [c] }", "func f() -> NSSet? { NSSet(array: [c]) }"),
    ("var f: NSSet { [c] }", "var f: NSSet { NSSet(array: [c]) }"),
    ("XCTAssertEqual(a.c, [c])", nil), ("XCTAssertEqual(1, 2, [a.b])", nil),
    ("a.add(c, to: 1, of: [d])", nil), ("func f() -> [Int] { [c] }", nil),
    ("func f() -> NSSet { g { [c] }; return NSSet() }", nil),
    ("func f() -> NSSet { g { [weak c] in c }; return NSSet() }", nil), ("let x = a[b] == c", nil),
  ])
  func otherLiterals(_ before: String, _ after: String?) {
    expect([Self.group + before + "\n"], [Self.group + (after ?? before) + "\n"])
  }

  /// The class of a variable may be declared inside the enclosing type.
  @Test func literalsOfNestedClasses() {
    let text =
      "class T {\n  class A: NSManagedObject { @NSManaged var b: NSMutableSet }\n"
      + "  class C: NSManagedObject { @NSManaged var b: NSOrderedSet }\n"
      + "  func f() {\n    let a = A(c)\n    XCTAssertEqual(a.b, LITERAL)\n  }\n}\n"
    expect(
      [text.replacing("LITERAL", with: "[d]")],
      [text.replacing("LITERAL", with: "NSMutableSet(array: [d])")]
    )
  }

  /// Moved members keep the conditions around them.
  @Test(arguments: [
    (
      "class A: NSManagedObject {\n}\n#if DEBUG && canImport(Foundation)\nextension A {\n  override func f() {}\n}\n#endif\n",
      "class A: NSManagedObject {\n  #if DEBUG && canImport(Foundation)\n  override func f() {}\n  #endif\n}\n"
        + "#if DEBUG && canImport(Foundation)\nextension A {\n}\n#endif\n"
    ),
    (
      "#if X\nclass A: NSManagedObject {\n}\nextension A {\n  #if DEBUG\n  override func f() {}\n  #endif\n}\n#endif\n",
      "#if X\nclass A: NSManagedObject {\n  #if DEBUG\n  override func f() {}\n  #endif\n}\nextension A {\n  #if DEBUG\n  #endif\n}\n#endif\n"
    ),
  ])
  func overridesUnderConditions(_ before: String, _ after: String) {
    expect([before], [after])
  }

  /// Moved members add the imports of their file, each once and only if the module exists.
  @Test func importsOfMovedMembers() {
    expect(
      [
        "import CoreData\n\nclass A: NSManagedObject {\n}\n",
        "import CoreData\nimport os.log\nimport Kit\n#if canImport(Charts)\nimport Charts\n#endif\n"
          + "extension A {\n  override func f() {}\n}\nextension A {\n  override func g() {}\n}\n",
      ],
      [
        "import CoreData\n#if canImport(os)\nimport os.log\n#endif\nimport Kit\n"
          + "#if canImport(Charts)\nimport Charts\n#endif\n\n"
          + "class A: NSManagedObject {\n  override func f() {}\n  override func g() {}\n}\n",
        "import CoreData\n#if canImport(os)\nimport os.log\n#endif\nimport Kit\n"
          + "#if canImport(Charts)\nimport Charts\n#endif\nextension A {\n}\nextension A {\n}\n",
      ]
    )
  }

  /// A class lists the key paths of its own properties only: inherited ones are found in the superclass.
  @Test func inheritedKeyPaths() {
    let text =
      "class A: NSManagedObject { @NSManaged var a: Int; @objc var b: Int { 1 } }\n"
      + "class B: A { @NSManaged var c: Int; @objc var d: Int { 1 } }\nclass C: B {}\n"
    let file = AdoptedFile(path: "A.swift", bytes: Array(text.utf8))
    let module = SourceModule(name: "M", files: [file], models: [])
    let companion = Companion(of: module, sourceNames: "A.swift").text
    #expect(companion.contains("KeyTable(\"a\", (\\A.`a`))"))
    #expect(companion.contains("KeyTable(\"c\", (\\B.`c`))"))
    #expect(companion.contains("static var first: Int { A.GeneratedKey.number(of: .end) }"))
    #expect(companion.contains("[(\"b\", \\A.`b`)]") && companion.contains("[(\"d\", \\B.`d`)]"))
    #expect(!companion.contains("extension C") && !companion.contains("\\C."))
  }

  /// Moved members keep their comments, with any line endings.
  @Test(arguments: ["\n", "\r\n", "\r"]) func overridesAndLineEnds(_ end: String) {
    let before =
      "class A: NSManagedObject {\n  var a = 1\n\n}\nextension A {\n  // Why\n  override func f() {}\n}\n"
      + "extension A {\n  var b: Int { 1 }\n\n  override func g() {\n  }\n}\n"
    let after =
      "class A: NSManagedObject {\n  var a = 1\n\n  // Why\n  override func f() {}\n  override func g() {\n  }\n}\n"
      + "extension A {\n}\nextension A {\n  var b: Int { 1 }\n}\n"
    expect([before.replacing("\n", with: end)], [after.replacing("\n", with: end)])
  }

  /// Key paths to properties of a superclass that is nested in the same type as the class.
  @Test func keyPathsOfNestedClasses() {
    let classes =
      "enum E {\n  class A: NSManagedObject { @NSManaged var b: Int }\n  class C: A {}\n}\ntypealias C = E.C\n"
    #expect(adopt([classes + "let k = #keyPath(C.b)\n"])[0] == classes + "let k = \"b\"\n")
  }

  /// A closure calls a method that observes notifications on Linux.
  @Test(arguments: [
    ("@objc func g(_ n: Notification) {}", "g(_:)", "$0.g($1)"),
    ("@objc func g(note n: NSNotification) {}", "A.g(note:)", "$0.g(note: $1 as NSNotification)"),
    ("@objc func g() {}", "g", "observer, _ in observer.g()"),
  ])
  func observers(_ method: String, _ selector: String, _ call: String) {
    let rest =
      "\n  #if canImport(ObjectiveC)\n  @objc\n  #endif\n  \(method.dropFirst("@objc ".count))\n}\n"
    let adopted = adopt([
      "class A: NSObject {\n  func f() {\n    c.d.addObserver(\n      self, selector: #selector(\(selector)), name: .x, object: nil)\n"
        + "    c.d.removeObserver(self)\n    c.d.removeObserver(self, name: .x, object: nil)\n    c.d.removeObserver(e)\n  }\n  \(method)\n}\n"
    ])[0]
    #expect(
      adopted
        == "class A: NSObject {\n  func f() {\n    #if canImport(ObjectiveC)\n    c.d.addObserver(\n"
        + "      self, selector: #selector(\(selector)), name: .x, object: nil)\n    #else\n"
        + "    c.d.addObserver(self, name: .x, object: nil) { \(call) }\n    #endif\n"
        + "    #if canImport(ObjectiveC)\n    c.d.removeObserver(self)\n    #else\n"
        + "    c.d.removeObserver(methodsOf: self)\n    #endif\n"
        + "    #if canImport(ObjectiveC)\n    c.d.removeObserver(self, name: .x, object: nil)\n    #else\n"
        + "    c.d.removeObserver(methodsOf: self, name: .x, object: nil)\n    #endif\n"
        + "    c.d.removeObserver(e)\n  }\(rest)"
    )
    #expect(adopt([adopted])[0] == adopted)
  }

  /// Bodies on one line are split into lines.
  @Test func observersOnOneLine() {
    expect(
      [
        "class A {\n  init() { c.addObserver(self, selector: #selector(g), name: .x, object: nil) }\n"
          + "  deinit { c.removeObserver(self) }\n  func g() {}\n}\n"
      ],
      [
        "class A {\n  init() {\n    #if canImport(ObjectiveC)\n    c.addObserver(self, selector: #selector(g), name: .x, object: nil)\n"
          + "    #else\n    c.addObserver(self, name: .x, object: nil) { observer, _ in observer.g() }\n    #endif\n  }\n"
          + "  deinit {\n    #if canImport(ObjectiveC)\n    c.removeObserver(self)\n    #else\n"
          + "    c.removeObserver(methodsOf: self)\n    #endif\n  }\n  func g() {}\n}\n"
      ]
    )
  }

  /// Optional requirements get empty implementations on Linux, and are called like others.
  @Test func optionalRequirements() {
    let head = "#if canImport(ObjectiveC)\n"
    expect(
      [
        "@objc public protocol P {\n  // Why\n  @objc optional func f(_ a: Int, of b: Int)\n  @objc func g()\n}\n"
          + "func h(p: P?) {\n  p?.f?(1, of: 2)\n  p?.x?()\n}\nfunc i(p: P) { p.f?(3, of: 4) }\n"
      ],
      [
        "\(head)@objc\n#endif\npublic protocol P: AnyObject {\n  // Why\n  \(head)  @objc optional func f(_ a: Int, of b: Int)\n"
          + "  #else\n  func f(_ a: Int, of b: Int)\n  #endif\n  \(head)  @objc\n  #endif\n  func g()\n}\n"
          + "func h(p: P?) {\n  \(head)  p?.f?(1, of: 2)\n  #else\n  p?.f(1, of: 2)\n  #endif\n  p?.x?()\n}\n"
          + "func i(p: P) {\n  \(head)  p.f?(3, of: 4)\n  #else\n  p.f(3, of: 4)\n  #endif\n}\n"
          + "\n#if !canImport(ObjectiveC)\npublic extension P {\n  func f(_ a: Int, of b: Int) {}\n}\n#endif\n"
      ]
    )
  }

  /// Optional requirements with a result have an optional result on Linux, and implementations a
  /// second function with one.
  @Test func optionalRequirementsWithResults() {
    let head = "#if canImport(ObjectiveC)\n"
    expect(
      [
        "@objc protocol P {\n  @objc optional func f(_ a: Int) -> Bool\n  @objc optional func g() -> String?\n}\n"
          + "func h(p: P?) {\n  let a = p?.f?(1) ?? true\n  guard p?.f?(2) == true else { return }\n}\n",
        "class A: NSObject, P {\n  @objc func f(_ a: Int) -> Bool { a > 0 }\n  @objc func g() -> String? { nil }\n}\n"
          + "extension B: P {\n  public func f(_ a: Int) -> Bool { false }\n}\nclass C { func f(_ a: Int) -> Bool { true } }\n",
      ],
      [
        "\(head)@objc\n#endif\nprotocol P: AnyObject {\n  \(head)  @objc optional func f(_ a: Int) -> Bool\n  #else\n"
          + "  func f(_ a: Int) -> (Bool)?\n  #endif\n  \(head)  @objc optional func g() -> String?\n  #else\n"
          + "  func g() -> String?\n  #endif\n}\nfunc h(p: P?) {\n  \(head)  let a = p?.f?(1) ?? true\n  #else\n"
          + "  let a = p?.f(1) ?? true\n  #endif\n  \(head)  guard p?.f?(2) == true else { return }\n  #else\n"
          + "  guard p?.f(2) == true else { return }\n  #endif\n}\n\n#if !canImport(ObjectiveC)\nextension P {\n"
          + "  func f(_ a: Int) -> (Bool)? { nil }\n  func g() -> String? { nil }\n}\n#endif\n",
        "class A: NSObject, P {\n  \(head)  @objc\n  #endif\n  func f(_ a: Int) -> Bool { a > 0 }\n  \(head)  @objc\n"
          + "  #endif\n  func g() -> String? { nil }\n}\n"
          + "extension B: P {\n  public func f(_ a: Int) -> Bool { false }\n}\nclass C { func f(_ a: Int) -> Bool { true } }\n"
          + "\n#if !canImport(ObjectiveC)\nextension A {\n  @_disfavoredOverload func f(_ a: Int) -> (Bool)? {\n"
          + "    let result: Bool = self.f(a)\n    return result\n  }\n}\nextension B {\n"
          + "  @_disfavoredOverload public func f(_ a: Int) -> (Bool)? {\n    let result: Bool = self.f(a)\n"
          + "    return result\n  }\n}\n#endif\n",
      ]
    )
  }

  /// Changes announced by key paths are announced by keys, which both platforms accept.
  @Test(arguments: [
    ("willChangeValue(for: \\.b)", "willChangeValue(forKey: \"b\")"),
    ("self.didChangeValue(for: \\A.b)", "self.didChangeValue(forKey: \"b\")"),
    ("willChangeValue(for: key)", "willChangeValue(for: key)"),
    ("willChangeValue(forKey: \"b\")", "willChangeValue(forKey: \"b\")"),
  ])
  func changesByKeyPaths(_ before: String, _ after: String) {
    let head = "class A: NSManagedObject {\n  @NSManaged var b: Int\n  func f() {\n    "
    #expect(adopt(["\(head)\(before)\n  }\n}\n"])[0] == "\(head)\(after)\n  }\n}\n")
  }

  /// A call at the beginning of a condition is moved before it.
  @Test(arguments: [
    ("if p?.f?(1) ?? true {", "if fResult ?? true {"),
    ("if let a = p?.f?(1), a {", "if let a = fResult, a {"),
    ("guard !p?.f?(1), true else {", "guard !fResult, true else {"),
  ])
  func optionalRequirementsInConditions(_ before: String, _ after: String) {
    let requirement = "@objc protocol P {\n  @objc optional func f(_ a: Int) -> Bool\n}\n"
    let adopted = adopt([requirement, "func h(p: P?) {\n  \(before)\n    return\n  }\n}\n"])[1]
    #expect(
      adopted == "func h(p: P?) {\n  #if canImport(ObjectiveC)\n  let fResult = p?.f?(1)\n  #else\n"
        + "  let fResult = p?.f(1)\n  #endif\n  \(after)\n    return\n  }\n}\n"
    )
    #expect(adopt([adopt([requirement])[0], adopted])[1] == adopted)
  }

  /// A call inside of an expression becomes one of a value that may be missing, which compiles on both platforms.
  @Test(arguments: [
    ("!(p?.f?(b, of: [1, 2]) ?? c)", "!((p?.f(_:of:))?(b, [1, 2]) ?? c)"),
    ("q.p.f?(1, of: b) ?? c", "(q.p.f(_:of:) as Optional)?(1, b) ?? c"),
    ("p.g?() ?? b", "(p.g as Optional)?() ?? b"),
  ])
  func optionalRequirementsInExpressions(_ before: String, _ after: String) {
    let requirement =
      "@objc protocol P {\n  @objc optional func f(_ a: Int, of b: [Int]) -> Bool\n"
      + "  @objc optional func g() -> Int\n}\n"
    let adopted = adopt([requirement, "func k() {\n  a.map { b in \(before) }\n}\n"])[1]
    #expect(adopted == "func k() {\n  a.map { b in \(after) }\n}\n")
    #expect(adopt([adopt([requirement])[0], adopted])[1] == adopted)
  }

  /// Requirements of a module that was adopted before are called without a question mark too.
  @Test func optionalRequirementsOfOtherModules() {
    let kit = adopt(["@objc public protocol P {\n  @objc optional func f()\n}\n"])[0]
    for text in [kit, "@objc public protocol P {\n  @objc optional func f()\n}\n"] {
      let imported = AdoptedFile(path: "P.swift", bytes: Array(text.utf8), importedModule: "Kit")
      let own = file("import Kit\nfunc g(p: P) {\n  p.f?()\n}\n", 0)
      let module = SourceModule(name: "M", files: [own, imported], models: [])
      let adopted = Adoption(of: module, rules: [.objectiveC]).texts[0].bytes
      #expect(String(decoding: adopted, as: UTF8.self).contains("#else\n  p.f()\n"))
    }
  }

  /// Without Objective-C an initializer creates an object of the named class.
  @Test(arguments: [
    ("NSManagedObject(entity: e, insertInto: c)", "newManagedObject(entity: e, insertInto: c)"),
    (
      "f(CoreData.NSManagedObject.init(entity: e, insertInto: nil))",
      "f(newManagedObject(entity: e, insertInto: nil))"
    ),
    ("NSManagedObject(context: c)", nil), ("A(entity: e, insertInto: c)", nil),
    ("a.NSManagedObject(entity: e, insertInto: c)", nil),
    ("\"NSManagedObject(entity: e, insertInto: c)\"", nil),
  ])
  func objectsOfEntities(_ before: String, _ after: String?) {
    let adopted = adopt(["let a = \(before)\n"])[0]
    #expect(adopted.hasPrefix("let a = \(after ?? before)\n"))
    #expect(adopted.contains("private func newManagedObject(") == (after != nil))
    #expect(adopt([adopted])[0] == adopted)
  }

  /// Types of other modules whose sources are read have symbols, and the companion imports the modules.
  @Test func typesOfImportedModules() {
    let kit = AdoptedFile(
      path: "Kit.swift",
      bytes: Array(
        "public typealias Key = String\npublic class Box: NSObject {}\nstruct Own {}\n".utf8
      ),
      importedModule: "Kit"
    )
    let own = file(
      "@testable import Kit\nclass A: NSManagedObject {\n  @NSManaged var key: Key?\n"
        + "  @NSManaged var box: Kit.Box?\n}\nextension Box { @NSManaged var other: Int }\n",
      0
    )
    let module = SourceModule(name: "M", files: [own, kit], models: [])
    let companion = Companion(of: module, sourceNames: "M")
    #expect(companion.text.contains("@testable import Kit\n"))
    #expect(companion.text.contains("$s1M1AC3keySSSgvg"))
    #expect(companion.text.contains("$s1M1AC3box3Kit3BoxCSgvg"), "\(companion.text)")
    #expect(companion.unsupplied.map(\.name) == ["other"])
  }

  /// Methods whose argument is not a notification get no closure, and the call is reported.
  @Test func otherSelectors() {
    let before =
      "class A: NSObject {\n  func f() {\n    c.addObserver(self, selector: #selector(g(_:)), name: .x, object: nil)\n"
      + "    c.removeObserver(e)\n  }\n  func g(_ a: Int) {}\n}\n"
    let module = SourceModule(name: "M", files: [file(before, 0)], models: [])
    let text = Adoption(of: module, rules: [.objectiveC]).texts[0]
    let adopted = String(decoding: text.bytes, as: UTF8.self)
    #expect(adopted.contains("object: nil)\n    #endif\n    c.removeObserver(e)\n"))
    #expect(text.findings.map(\.message) == ["the call with '#selector' is omitted on Linux"])
  }

  /// Methods of classes in the bodies of functions can observe too.
  @Test func observersOfLocalClasses() {
    let source =
      "func f() {\n  class A: NSObject {\n    func g(on n: Notification) {}\n  }\n"
      + "  c.addObserver(A(), selector: #selector(A.g(on:)), name: .x, object: nil)\n}\n"
    let adopted = adopt([source])[0]
    #expect(adopted.contains("c.addObserver(A(), name: .x, object: nil) { $0.g(on: $1) }\n"))
  }

  /// The names and methods that a companion states besides accessors.
  @Test func namesOfHandWrittenClasses() {
    let source =
      "@objc(Alpha) class A: NSManagedObject {\n  @NSManaged var b: Int\n  @objc var c: Int { 1 }\n"
      + "  @objc func validateB(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {}\n"
      + "  @objc func validateC(_ value: Int) throws {}\n}\n"
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    let text = Companion(of: module, sourceNames: "M").text
    #expect(text.contains("className: String? { \"Alpha\" }"))
    #expect(text.contains("[(\"c\", \\A.`c`)]"))
    #expect(text.contains("[(\"b\", { try ($0 as? A)?.`validateB`($1) })]"))
    #expect(!text.contains("validateC"))
  }

  /// Lists of very many elements are parsed in linear time.
  @Test func longLists() {
    let list = String(repeating: "  [1, 2],\n", count: 10_000)
    let source = Self.group + "let a = [\n\(list)]\nlet b = f(\n\(list)0)\n"
    expect([source], [source])
  }

  /// A function of a relationship with a part that is private to its file.
  @Test(arguments: [
    ("addToB(_ b: B)", "Set<B>", "mutableSetValue(forKey: \"b\").add(b)"),
    ("removeFromB(_ b: B)", "NSOrderedSet", "mutableOrderedSetValue(forKey: \"b\").remove(b)"),
    (
      "addToB(_ values: Set<B>)", "Set<B>",
      "for value in values { mutableSetValue(forKey: \"b\").add(value) }"
    ),
    (
      "insertIntoB(_ value: B, at index: Int)", "NSOrderedSet",
      "mutableOrderedSetValue(forKey: \"b\").insert(value, at: index)"
    ),
    ("insertIntoB(_ value: B, at index: Int)", "Set<B>", nil), ("addToB(_ b: B?)", "Set<B>", nil),
    ("addToC(_ b: B)", "Set<B>", nil), ("addToB(_: B)", "Set<B>", nil),
  ])
  func privateFunctions(_ function: String, _ type: String, _ body: String?) {
    let head =
      "private class B: NSManagedObject {}\nclass A: NSManagedObject {\n"
      + "  #if canImport(ObjectiveC)\n  @NSManaged fileprivate var b: \(type)\n  #endif\n"
    let declaration = "  @NSManaged fileprivate func \(function)\n"
    let made = body.map {
      "  #if canImport(ObjectiveC)\n\(declaration)  #else\n"
        + "  fileprivate func \(function) {\n    \($0)\n  }\n  #endif\n"
    }
    expect([head + declaration + "}\n"], [head + (made ?? declaration) + "}\n"])
  }
}
