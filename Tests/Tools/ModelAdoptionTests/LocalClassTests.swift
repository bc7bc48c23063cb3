import SwiftSource
import Testing

@testable import ModelAdoption

/// Classes of objects that functions declare, as tests do, and lists of variables.
extension AdoptionTests {
  /// No other file can name such a class, so it gets accessors of its own.
  @Test(arguments: [
    ("func f() {", "}"), ("class T {\n  func f() {", "}\n}"), ("let a = {", "}()"),
    ("struct S {\n  var a: Int {", "    return 1\n  }\n}"),
  ])
  func localClassesHaveAccessors(_ head: String, _ end: String) {
    let before = """
      \(head)
          class A: NSManagedObject {
            @NSManaged public private(set) var b: Int, primitiveC: Int?
            @NSManaged var d, `in`: String?
            func g() { class E: A { @NSManaged var h: Bool } }
          }
          let k = #keyPath(A.b)
      \(end)

      """
    let after = """
      \(head)
          class A: NSManagedObject {
            #if canImport(ObjectiveC)
            @NSManaged public private(set) var b: Int, primitiveC: Int?
            #else
            public private(set) var b: Int {
              get { requiredValue(forKey: "b") }
              set { setManagedValue(newValue, forKey: "b") }
            }
            public private(set) var primitiveC: Int? {
              get { managedPrimitiveValue(forKey: "c") }
              set { setPrimitiveValue(newValue, forKey: "c") }
            }
            #endif
            #if canImport(ObjectiveC)
            @NSManaged var d, `in`: String?
            #else
            var d: String? {
              get { managedValue(forKey: "d") }
              set { setManagedValue(newValue, forKey: "d") }
            }
            var `in`: String? {
              get { managedValue(forKey: "in") }
              set { setManagedValue(newValue, forKey: "in") }
            }
            #endif
            func g() { class E: A { \

            #if canImport(ObjectiveC)
            @NSManaged var h: Bool
            #else
            var h: Bool {
              get { requiredValue(forKey: "h") }
              set { setManagedValue(newValue, forKey: "h") }
            }
            #endif
             } }
          }
          let k = "b"
      \(end)

      """
    expect([before], [after])
  }

  /// A companion has no accessors for such a class, and says so.
  @Test func localClassesInCompanions() {
    let source = "func f() {\n  class A: NSManagedObject {\n    @NSManaged var b, c: Int\n  }\n}\n"
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    let companion = Companion(of: module, sourceNames: "M")
    #expect(companion.unsupplied.map(\.name) == ["b", "c"] && companion.count == 0)
    #expect(companion.unsupplied[0].reason == "its class is declared in a function")
    let conditional = source.replacing("    @NS", with: "    #if os(macOS)\n    @NS")
      .replacing("c: Int\n", with: "c: Int\n    #endif\n")
    let other = SourceModule(name: "M", files: [file(conditional, 0)], models: [])
    #expect(Companion(of: other, sourceNames: "M").unsupplied.isEmpty)
  }

  /// A function of a relationship in such a class is reported.
  @Test func functionsOfLocalClasses() {
    let source =
      "func f() {\n  class A: NSManagedObject {\n    @NSManaged func addToB(_ b: A)\n  }\n}\n"
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    let text = Adoption(of: module, rules: [.accessors]).texts[0]
    #expect(text.edits.isEmpty)
    #expect(
      text.findings.map(\.message) == [
        "no companion can supply 'addToB': its class is declared in a function"
      ]
    )
  }

  /// Variables of a list without a type have that of the next one.
  @Test func listsOfVariables() {
    let source = "class A: NSManagedObject {\n  @NSManaged var a, b: Int, c, d: String?\n}\n"
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    let companion = Companion(of: module, sourceNames: "M")
    #expect(companion.unsupplied.isEmpty && companion.count == 4)
    for symbol in ["1aSivg", "1bSivs", "1cSSSgvg", "1dSSSgvs"] {
      #expect(companion.text.contains("@_silgen_name(\"$s1M1AC\(symbol)\")"), "\(symbol)")
    }
  }

  /// Accessors are supplied for a variable that code may not use, but no key path can name it.
  @Test(arguments: ["class A", "class A<T>"]) func unavailableVariables(_ head: String) {
    let source = """
      \(head): NSManagedObject {
        @available(*, unavailable, renamed: "c") @NSManaged var b: Int
        @available(iOS 13, *) @NSManaged var c: Int
      }
      final class B: A<Int> { @NSManaged var d: Int }

      """
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    let companion = Companion(of: module, sourceNames: "M")
    #expect(companion.count == 3)
    let owner = head.contains("<") ? "B" : "A"
    #expect(!companion.text.contains("\\\(owner).`b`"))
    #expect(companion.text.contains("\\\(owner).`c`"))
  }

  /// A class states the names of properties that it inherits from a generic one, which has no list.
  @Test func namesOfGenericClasses() {
    let source = """
      class A<T>: NSManagedObject {
        @NSManaged var b: Int
        @NSManaged private var c: Int
        @objc var d: Int { 1 }
      }
      class B<T>: A<T> { @NSManaged var e: Int }
      final class C: B<Int> { @NSManaged var f: Int }
      final class D: A<String> {}

      """
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    let text = Companion(of: module, sourceNames: "M").text
    #expect(text.contains("[(\"e\", \\C.`e`), (\"b\", \\C.`b`), (\"d\", \\C.`d`)]"))
    #expect(text.contains("[(\"b\", \\D.`b`), (\"d\", \\D.`d`)]"))
    #expect(!text.contains("\\A.") && !text.contains("\\B."))
  }

  /// Members of an imported superclass are named only where the sources can name them.
  @Test(arguments: [("", false), ("@testable ", true)])
  func namesOfImportedClasses(_ attribute: String, _ isListed: Bool) {
    let kit =
      "public class A: NSManagedObject {\n  @objc var b: Int { 1 }\n"
      + "  @objc public var c: Int { 1 }\n}\n"
    let imported = AdoptedFile(path: "A.swift", bytes: Array(kit.utf8), importedModule: "Kit")
    let own = file("\(attribute)import Kit\nclass B: A { @objc var d: Int { 1 } }\n", 0)
    let module = SourceModule(name: "M", files: [own, imported], models: [])
    let text = Companion(of: module, sourceNames: "M").text
    #expect(text.contains("(\"c\", \\B.`c`)") && text.contains("(\"d\", \\B.`d`)"))
    #expect(text.contains("(\"b\", \\B.`b`)") == isListed)
  }
}
