import SwiftSource
import Testing

@testable import ModelAdoption

/// The edits of each kind, as tables of texts before and after.
struct AdoptionTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let before: String
    let after: String

    init(_ before: String, _ after: String) {
      self.before = before
      self.after = after
    }

    /// A text without edits.
    init(unchanged text: String) {
      self.init(text, text)
    }

    var testDescription: String { before }
  }

  @Test(arguments: [
    Case("@objc class A {}\n", "#if canImport(ObjectiveC)\n@objc\n#endif\nclass A {}\n"),
    Case(
      "  @objc(X)\n  class A {}",
      "  #if canImport(ObjectiveC)\n  @objc(X)\n  #endif\n  class A {}"
    ),
    Case(
      "@objc // why\r\n@objcMembers\r\npublic class A {}\r\n",
      "#if canImport(ObjectiveC)\r\n@objc // why\r\n@objcMembers\r\n#endif\r\npublic class A {}\r\n"
    ),
    Case(
      "\tpublic @objc dynamic var a = 1\n",
      "\t#if canImport(ObjectiveC)\n\t@objc\n\t#endif\n\tpublic dynamic var a = 1\n"
    ),
    Case(
      "class A { @objc var a = 1 }\n",
      "class A { \n#if canImport(ObjectiveC)\n@objc\n#endif\nvar a = 1 }\n"
    ),
    Case(
      "@objc(a:) @NSManaged func f(_ a: A)\n",
      "#if canImport(ObjectiveC)\n@objc(a:)\n#endif\n@NSManaged func f(_ a: A)\n"
    ),
    Case(
      "class A: NSManagedObject {\n@NSManaged @objc var a: Int\n}\n",
      "class A: NSManagedObject {\n#if canImport(ObjectiveC)\n@objc\n#endif\n@NSManaged var a: Int\n}\n"
    ),
    Case(
      "@objc protocol P {}\n",
      "#if canImport(ObjectiveC)\n@objc\n#endif\nprotocol P: AnyObject {}\n"
    ),
    Case(unchanged: "#if canImport(ObjectiveC)\n@objc\n#endif\nclass A {}\n"),
    Case(unchanged: "#if os(iOS)\n@objc class A { @objc func f() {} }\n#endif\n"),
    Case(unchanged: "let a = \"@objc class\" // @objc\n/* @objc */ let b = #\"\\(@objc)\"#\n"),
    Case(unchanged: "@objcFoo class A { @nonobjc func f() {} }\n"),
    Case(
      "#if os(Linux)\nlet a = 1\n#else\n@objc class A {}\n#endif\n",
      "#if os(Linux)\nlet a = 1\n#else\n@objc class A {}\n#endif\n"
    ),
    Case(
      "func f() {\n  a.b(\n    #selector(c)\n  )\n  d()\n}\n",
      "func f() {\n  #if canImport(ObjectiveC)\n  a.b(\n    #selector(c)\n  )\n  #endif\n  d()\n}\n"
    ),
    Case(
      "let s = #selector(NSString.caseInsensitiveCompare(_:))\n",
      "let s = Selector((\"caseInsensitiveCompare:\"))\n"
    ),
  ])
  func objectiveC(_ test: Case) {
    expect([test.before], [test.after])
  }

  private static let classes = """
    class Team: NSManagedObject {
      @NSManaged var name: String?
      @NSManaged var players: Set<Player>?
    }
    class Player: NSManagedObject {
      @NSManaged var team: Team?
      @objc(first) var firstName: String { "" }
      func f() -> String { KEY }
    }
    typealias Side = Team
    class Load: Operation {}

    """

  @Test(arguments: [
    ("#keyPath(Team.name)", "\"name\""), ("#keyPath(Team.players.firstName)", "\"players.first\""),
    ("#keyPath(team.name)", "\"team.name\""), ("#keyPath(Player . team\n)", "\"team\""),
    ("\"\\(#keyPath(Team.name))\"", "\"\\(\"name\")\""), ("\"#keyPath(Team.name)\"", nil),
    ("#keyPath(Team.objectID)", "\"objectID\""), ("#keyPath(NSManagedObject.entity)", "\"entity\""),
    ("#keyPath(Side.name)", "\"name\""), ("#keyPath(NSThread.isMainThread)", nil),
    ("#keyPath(Team.nothing)", nil), ("#keyPath(Operation.isFinished)", "\"isFinished\""),
    ("#keyPath(Load.isExecuting)", "\"isExecuting\""), ("#keyPath(Load.isOther)", nil),
    ("#keyPath(OperationQueue.isSuspended)", nil),
    (
      "#\"\\(#keyPath(Team.name)) \\#(#keyPath(Team.name))\"#",
      "#\"\\(#keyPath(Team.name)) \\#(\"name\")\"#"
    ),
  ])
  func keyPaths(_ expression: String, _ result: String?) {
    let source = Self.classes.replacing("@objc(first) ", with: "")
    let before = Self.classes.replacing("KEY", with: expression)
    let after = Self.classes.replacing("KEY", with: result ?? expression)
    let adopted = adopt([before], rules: [.keyPaths])
    #expect(adopted[0] == after)
    _ = source
  }

  @Test(arguments: [
    (
      "class A: NSManagedObject {\n}\nextension A {\n  /// Doc\n  override func f() { g() }\n\n  func h() {}\n}\n",
      "class A: NSManagedObject {\n  /// Doc\n  override func f() { g() }\n}\nextension A {\n\n  func h() {}\n}\n"
    ),
    (
      "class A: NSManagedObject {}\nextension A {\n  override func f() {}\n}\n",
      "class A: NSManagedObject {\n  override func f() {}\n}\nextension A {\n}\n"
    ),
    (
      "class A: NSManagedObject {\n}\nextension A { override func f() {} }\n",
      "class A: NSManagedObject {\n  override func f() {}\n}\nextension A { }\n"
    ),
    (
      "class A: NSManagedObject {\n  var a = 1\n}\nextension A {\n  var b: Int { 1 }\n\n  override func f() {}\n}\n",
      "class A: NSManagedObject {\n  var a = 1\n\n  override func f() {}\n}\nextension A {\n  var b: Int { 1 }\n}\n"
    ),
  ])
  func overrides(_ before: String, _ after: String) {
    expect([before], [after])
  }

  /// Members of extensions that subclasses override are moved into the class too.
  @Test(arguments: [
    ("@objc func f(_ a: Int) {}", "override func f(_ a: Int) {}", true),
    ("@objc open func f() {}", "", true),
    ("@objc var f: Int { 1 }", "override var f: Int { 2 }", true),
    ("@objc class func f() {}", "override class func f() {}", true),
    ("@objc func f() {}", "override class func f() {}", false),
    ("@objc func f(_ a: Int) {}", "override func f(_ b: Int, c: Int) {}", false),
    ("@objc func f() {}", "", false),
  ])
  func overriddenMembers(_ member: String, _ override: String, _ isMoved: Bool) {
    let head = "class B: A {\n  \(override)\n}\n"
    let adopted = adopt([
      "class A: NSManagedObject {\n}\n\(head)extension A {\n  \(member)\n}\n"
    ])[0]
    let moved = "  #if canImport(ObjectiveC)\n  @objc\n  #endif\n  \(member.dropFirst(6))\n}\n"
    let after =
      isMoved
      ? "class A: NSManagedObject {\n\(moved)\(head)extension A {\n}\n"
      : "class A: NSManagedObject {\n}\n\(head)extension A {\n\(moved)"
    #expect(adopted == after)
    #expect(adopt([adopted])[0] == adopted)
  }

  /// Moved members keep the access level of their extension.
  @Test func accessLevelsOfExtensions() {
    expect(
      [
        "public class A: NSManagedObject {\n}\npublic extension A {\n  @objc override class func f() {}\n"
          + "  internal override func g() {}\n  func h() {}\n}\n"
      ],
      [
        "public class A: NSManagedObject {\n  #if canImport(ObjectiveC)\n  @objc\n  #endif\n"
          + "  public override class func f() {}\n  internal override func g() {}\n}\n"
          + "public extension A {\n  func h() {}\n}\n"
      ]
    )
  }

  /// Declarations in an extension of a class outside of the sources stay there.
  @Test func overridesOfForeignExtensions() {
    let source =
      "extension NSManagedObject {\n  @objc class var f: Int { 1 }\n}\n"
      + "class A: NSManagedObject {\n  override class var f: Int { 2 }\n}\n"
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    let text = Adoption(of: module, rules: Set(AdoptionRule.allCases)).texts[0]
    #expect(text.findings.count == 1)
    #expect(text.findings.first?.hint.hasPrefix("declare it in a class between") == true)
  }

  /// The name of a property, which Objective-C knows as that of its getter.
  @Test(arguments: [
    ("NSStringFromSelector(#selector(getter: Team.name))", "\"name\""),
    ("NSStringFromSelector(#selector(getter: Player.firstName))", "\"first\""),
    ("NSStringFromSelector(#selector(getter: Team.nothing))", nil),
    ("f(#selector(getter: Team.name))", nil),
  ])
  func namesOfGetters(_ before: String, _ after: String?) {
    let head = Self.classes.replacing("KEY", with: "\"\"")
    let rules: Set<AdoptionRule> = [.objectiveC]
    let adopted = adopt([head + "let a = \(before)\n"], rules: rules)[0]
    #expect(adopted.hasSuffix("let a = \(after ?? before)\n"))
  }

  @Test func movedTextsAreAdopted() {
    expect(
      [
        "class A: NSManagedObject {\n  @NSManaged var b: NSSet?\n}\n",
        "extension A {\n  @objc override func f() { g(#keyPath(A.b), h as! NSFetchRequest<A>); self.b = [c] }\n}\n",
      ],
      [
        "class A: NSManagedObject {\n  @NSManaged var b: NSSet?\n\n  #if canImport(ObjectiveC)\n  @objc\n  #endif\n"
          + "  override func f() { g(\"b\", castFetchRequest(h, to: (A).self)!); self.b = NSSet(array: [c]) }\n}\n",
        "",
      ],
      only: 0
    )
  }

  @Test func overridesOfOtherFiles() {
    expect(
      [
        "import CoreData\nclass A: NSManagedObject {\n}\n",
        "import Dispatch\nextension A {\n  override func f() {}\n}\n",
      ],
      [
        "import CoreData\nimport Dispatch\nclass A: NSManagedObject {\n  override func f() {}\n}\n",
        "import Dispatch\nextension A {\n}\n",
      ]
    )
  }

  @Test(arguments: [
    ("extension Car {\n  override func f() {}\n}\n", "set Codegen of the entity"),
    (
      "class A: NSManagedObject {}\n#if DEBUG\nlet a = 1\n#else\nextension A {\n  override func f() {}\n}\n#endif\n",
      "with the conditional block"
    ),
    ("@objc protocol P { @objc optional func f() }\n", "make it mandatory"),
    ("@objc protocol P {\n  @objc optional static var f: Int { get }\n}\n", "make it mandatory"),
    (
      "@objc protocol P {\n  @objc optional func f() -> Int\n}\nfunc g(p: P) {\n  while p.f?() {\n    g(p: p)\n  }\n}\n",
      "the call has no question mark"
    ),
    (
      "@objc protocol P {\n  @objc optional func f() -> Int\n}\nclass A: NSObject, P {}\nclass B: A {\n"
        + "  @objc func f() -> Int { 1 }\n}\n",
      "implement it in the superclass too"
    ),
    ("let a = #selector(b)\n", "between"),
    (
      "func f() { class A: NSManagedObject { @NSManaged func f() -> Int } }\n", "primitiveValue"
    ),
    ("class A: NSManagedObject { @NSManaged func f() -> Int }\n", "primitiveValue"),
  ])
  func findings(_ source: String, _ hint: String) {
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    let texts = Adoption(of: module, rules: Set(AdoptionRule.allCases)).texts
    #expect(texts[0].findings.contains { $0.hint.contains(hint) }, "\(texts[0].findings)")
  }

  @Test(arguments: [
    Case(unchanged: "class A: NSManagedObject {}\nextension A: Observable {}\n"),
    Case(unchanged: "import Foundation.ValueTransformer\nlet a = x.Foundation.ValueTransformer\n"),
    Case("let a = Foundation.ValueTransformer()\n", "let a = ValueTransformer()\n"),
    Case(unchanged: "let a = Foundation.Date()\n"),
    Case(unchanged: "let r = A.fetchRequest() as! NSFetchRequest<A>\n"),
  ])
  func names(_ test: Case) {
    expect([test.before], [test.after])
  }

  @Test(arguments: [
    ("a as! NSFetchRequest<B>", "castFetchRequest(a, to: (B).self)!"),
    (
      "f(x).y[1] as! NSFetchRequest<any NSFetchRequestResult>",
      "castFetchRequest(f(x).y[1], to: (any NSFetchRequestResult).self)!"
    ),
    ("(a) as? NSFetchRequest<B>", "castFetchRequest((a), to: (B).self)"),
    ("b?.copy() as? NSFetchRequest<B>", "castFetchRequest(b?.copy(), to: (B).self)"),
  ])
  func casts(_ before: String, _ after: String) {
    let adopted = adopt(["let r = \(before)\n"])[0]
    #expect(adopted.hasPrefix("let r = \(after)\n"))
    #expect(adopted.contains("private func castFetchRequest<"))
  }

  @Test(arguments: [
    Case("let a: NSSet = [b, c]\n", "let a: NSSet = NSSet(array: [b, c])\n"),
    Case(
      "var a: NSMutableSet? = [\n  b,\n]\n",
      "var a: NSMutableSet? = NSMutableSet(array: [\n  b,\n])\n"
    ),
    Case("f([a] as NSSet)\n", "f(NSSet(array: [a]))\n"),
    Case("f(g[a] as NSSet)\n", "f(g[a] as NSSet)\n"),
    Case(
      "class A: NSManagedObject {\n  @NSManaged var b: NSSet?\n}\nfunc f(a: A) { a.b = [a]; a.b = c }\n",
      "class A: NSManagedObject {\n  @NSManaged var b: NSSet?\n}\nfunc f(a: A) { a.b = NSSet(array: [a]); a.b = c }\n"
    ),
    Case(
      "class A: NSManagedObject {\n  @NSManaged func addB(_ b: A)\n  @NSManaged func addB(_ b: NSSet)\n}\nf.addB([a])\n",
      "class A: NSManagedObject {\n  @NSManaged func addB(_ b: A)\n  @NSManaged func addB(_ b: NSSet)\n}\nf.addB(NSSet(array: [a]))\n"
    ),
    Case(
      unchanged: "let a: NSSet = NSSet(array: [b])\nlet c: NSOrderedSet = [b]\nlet d: [Int] = [1]\n"
    ),
    Case(unchanged: "let a: NSSet = [b].set\nlet c = [1] as [NSSet]\nlet d = \"a: NSSet = [b]\"\n"),
    Case(
      unchanged:
        "class A: NSManagedObject {\n  @NSManaged var b: NSSet?\n}\nclass B {\n  var b: [Int] = []\n}\nf.b = [1]\n"
    ),
    Case(
      "class A: NSManagedObject {\n  @NSManaged var b: NSSet?\n}\nclass B {\n  var b: [Int] = []\n}\nlet f = A(c)\nf.b = [1]\n",
      "class A: NSManagedObject {\n  @NSManaged var b: NSSet?\n}\nclass B {\n  var b: [Int] = []\n}\nlet f = A(c)\nf.b = NSSet(array: [1])\n"
    ),
  ])
  func literals(_ test: Case) {
    expect([test.before], [test.after])
  }

  @Test(arguments: [
    Case(
      "import CoreData\nimport os.log\nlet a = 1\n",
      "import CoreData\n#if canImport(os)\nimport os.log\n#endif\nlet a = 1\n"
    ),
    Case(
      "@preconcurrency import UIKit\nimport class Combine.AnyCancellable\n",
      "#if canImport(UIKit)\n@preconcurrency import UIKit\n#else\nimport Foundation\n#endif\n#if canImport(Combine)\nimport class Combine.AnyCancellable\n#endif\n"
    ),
    Case(unchanged: "import CoreData\nimport Kit\n#if canImport(UIKit)\nimport UIKit\n#endif\n"),
  ])
  func imports(_ test: Case) {
    expect([test.before], [test.after])
  }

  /// Sources of an imported module are read, and not edited.
  @Test func importedModules() {
    let kit = AdoptedFile(
      path: "Kit.swift",
      bytes: Array(
        "public struct Predicate {}\npublic class Team: NSManagedObject {\n  @NSManaged public var name: String?\n}\n@objc class A {}\n"
          .utf8
      ),
      importedModule: "Kit"
    )
    let source =
      "import Kit\nlet a = #keyPath(Team.name)\nfunc f(_ p: Predicate, x: a.Predicate) {}\n"
    let module = SourceModule(name: "M", files: [file(source, 0), kit], models: [])
    let texts = Adoption(of: module, rules: Set(AdoptionRule.allCases)).texts
    #expect(
      texts.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        "import Kit\nlet a = \"name\"\nfunc f(_ p: Kit.Predicate, x: a.Predicate) {}\n"
      ]
    )
    #expect(Companion(of: module, sourceNames: "M").count == 0)
  }

  /// An override that uses private members of its file stays there under another name.
  @Test func overridesWithPrivateNames() {
    expect(
      [
        "class A: NSManagedObject {\n}\n",
        "private let b = 1\nextension A {\n  public override func f(_ x: Int, of y: Int) throws -> Int { try super.f(b, of: y) }\n}\n",
      ],
      [
        "class A: NSManagedObject {\n  public override func f(_ x: Int, of y: Int) throws -> Int {\n    try fOfF1(x, of: y)\n  }\n}\n",
        "private let b = 1\nextension A {\n  func fOfF1(_ x: Int, of y: Int) throws -> Int { try super.f(b, of: y) }\n}\n",
      ]
    )
  }

  @Test(arguments: [
    ("class A { var b: String { objectWillChange.send() } }\n", false),
    ("func f() { a.objectWillChange.send() }\n", true),
    ("#if canImport(Combine)\nlet a = b.publisher(for: \\.c)\n#endif\n", false),
    ("let a = b.publisher(for: \\.c)\n", true),
    ("class A { @Published var b = 1 }\n", true),
    ("class A: NSObject { func observeValue(forKeyPath a: String?) {} }\n", true),
    ("a.addObserver(self, forKeyPath: b, options: [], context: nil)\n", true),
    ("a.addObserver(forName: b, object: nil, queue: nil) { _ in }\n", false),
    ("let c = a as? NSFetchedResultsController<B>\n", true),
    ("let c = \"@Published objectWillChange\" // .publisher(\n", false),
    ("let c = XCTAttachment(string: b)\n", true), ("record(XCTIssue(type: .system, b))\n", true),
    ("measure(metrics: [XCTClockMetric()]) {}\n", true), ("measure {}\n", false),
    ("let c = XCTNSPredicateExpectation(predicate: a, object: b)\n", false),
    ("let c = expectation(forNotification: a, object: b)\n", false),
    ("XCTContext.runActivity(named: b) { _ in }\n", true), ("let c = XCTContext()\n", false),
  ])
  func unavailable(_ source: String, _ isFound: Bool) {
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    let texts = Adoption(of: module, rules: [.unavailable, .casts]).texts
    #expect(texts[0].findings.isEmpty == !isFound)
    #expect(texts[0].edits.isEmpty)
  }

  @Test(arguments: [
    (
      "<model><!-- <entity name=\"A\" codeGenerationType=\"class\"/> --><entity codeGenerationType='class' name=\"A\"><attribute name=\"A\"/></entity>",
      "<model><!-- <entity name=\"A\" codeGenerationType=\"class\"/> --><entity codeGenerationType='category' name=\"A\"><attribute name=\"A\"/></entity>"
    ),
    ("<entity name=\"B\" codeGenerationType=\"class\"/>", nil), ("<entity name=\"A", nil),
    ("<entityName name=\"A\" codeGenerationType=\"class\"/>", nil), ("<entity name=\"A\"/>", nil),
  ])
  func modelEdits(_ before: String, _ after: String?) {
    let edit = ModelEdit(Array(before.utf8), entities: ["A"])
    #expect(String(decoding: edit.bytes, as: UTF8.self) == after ?? before)
    #expect(edit.changes.map(\.entity) == (after == nil ? [] : ["A"]))
  }

  @Test func privateTypesHaveAccessors() {
    let adopted = adopt([
      "private class S {}\nclass A: NSManagedObject {\n  @NSManaged private var s: S?\n}\n"
    ])[0]
    #expect(
      adopted.contains("  #if canImport(ObjectiveC)\n  @NSManaged private var s: S?\n  #else\n")
    )
    #expect(adopted.contains("    get { managedValue(forKey: \"s\") }\n"))
  }

  /// A compiler that compiles a module as a whole refuses symbols of private classes in another file.
  @Test(arguments: [
    (
      "  @NSManaged private(set) var b: Int, primitiveB: Int?\n",
      """
        #if canImport(ObjectiveC)
        @NSManaged private(set) var b: Int, primitiveB: Int?
        #else
        private(set) var b: Int {
          get { requiredValue(forKey: "b") }
          set { setManagedValue(newValue, forKey: "b") }
        }
        private(set) var primitiveB: Int? {
          get { managedPrimitiveValue(forKey: "b") }
          set { setPrimitiveValue(newValue, forKey: "b") }
        }
        #endif

      """
    ),
    (
      "  @NSManaged var b: Int; @NSManaged var c: Int;\n",
      "  #if canImport(ObjectiveC)\n  @NSManaged var b: Int;\n  #else\n  var b: Int {\n"
        + "    get { requiredValue(forKey: \"b\") }\n    set { setManagedValue(newValue, forKey: \"b\") }\n"
        + "  }\n  #endif\n   \n  #if canImport(ObjectiveC)\n  @NSManaged var c: Int;\n  #else\n"
        + "  var c: Int {\n    get { requiredValue(forKey: \"c\") }\n"
        + "    set { setManagedValue(newValue, forKey: \"c\") }\n  }\n  #endif\n"
    ),
    (
      "@NSManaged var b: Int ",
      """

      #if canImport(ObjectiveC)
      @NSManaged var b: Int
      #else
      var b: Int {
          get { requiredValue(forKey: "b") }
          set { setManagedValue(newValue, forKey: "b") }
      }
      #endif
       
      """
    ),
  ])
  func privateClassesHaveAccessors(_ before: String, _ after: String) {
    for access in ["private", "fileprivate"] {
      let (head, end) = ("\(access) class A: NSManagedObject {\n", "}\n")
      let isLine = before.hasSuffix("\n")
      expect(
        [(isLine ? head : String(head.dropLast())) + before + end],
        [(isLine ? head : String(head.dropLast())) + after + end]
      )
    }
  }

  /// Generated files and files that are not Swift stay as they are.
  @Test(arguments: [
    "// Generated by momgen from A. Do not edit.\n@objc class A {}\n",
    "//  This file was automatically generated and should not be edited.\n@objc class A {}\n",
    "@objc class A {\n",
    "@objc class A { let a = \"x }\n",
  ])
  func leftAlone(_ source: String) {
    expect([source], [source])
  }

  /// Times of Core Foundation, which measurements take, are those of Foundation.
  @Test(arguments: [
    Case(
      "let a: CFAbsoluteTime = CFAbsoluteTimeGetCurrent()\n",
      "let a: TimeInterval = Date.timeIntervalSinceReferenceDate\n"
    ),
    Case("func f(_ a: CFTimeInterval) {}\n", "func f(_ a: TimeInterval) {}\n"),
    Case(unchanged: "let a = b.CFAbsoluteTimeGetCurrent(), c = CFAbsoluteTimeGetCurrent\n"),
    Case(unchanged: "typealias CFTimeInterval = Double\nlet a: CFTimeInterval = 1\n"),
    Case(unchanged: "#if os(iOS)\nlet a = CFAbsoluteTimeGetCurrent()\n#endif\n"),
  ])
  func times(_ test: Case) {
    expect([test.before], [test.after])
  }

  @Test func skippedKinds() {
    let source = "@objc class A: NSManagedObject { @NSManaged var a: Int; let b = #keyPath(A.a) }\n"
    #expect(adopt([source], rules: [.casts, .names]) == [source])
  }

  @Test func longFiles() {
    let piece =
      "extension Team { @objc func f() { a.b(#selector(c)); print(#keyPath(Team.name)) } }\n"
    let source =
      Self.classes.replacing("KEY", with: "\"\"") + String(repeating: piece, count: 10_000)
    #expect(adopt([source])[0].utf8.count > source.utf8.count)
  }

  // MARK: Running

  func file(_ source: String, _ index: Int) -> AdoptedFile {
    AdoptedFile(path: "F\(index).swift", bytes: Array(source.utf8))
  }

  func adopt(
    _ sources: [String],
    rules: Set<AdoptionRule> = Set(AdoptionRule.allCases)
  ) -> [String] {
    let files = sources.enumerated().map { file($1, $0) }
    let module = SourceModule(name: "M", files: files, models: [])
    return Adoption(of: module, rules: rules).texts.map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  /// Expects edited sources, which a second run does not change.
  func expect(_ before: [String], _ after: [String], only: Int? = nil) {
    let adopted = adopt(before)
    if let only { #expect(adopted[only] == after[only]) } else { #expect(adopted == after) }
    #expect(adopt(adopted) == adopted)
  }
}
