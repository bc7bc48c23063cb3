import SwiftSource
import Testing

@testable import ModelAdoption

/// Classes of objects that functions declare, as tests do, and lists of variables.
extension AdoptionTests {
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
