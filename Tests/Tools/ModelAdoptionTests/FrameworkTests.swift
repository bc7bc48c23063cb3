import SwiftSource
import Testing

@testable import ModelAdoption

/// Code that needs frameworks of Apple's platforms, and attributes of accessors.
extension AdoptionTests {
  /// Accessors have the attributes of their declaration, except those of Objective-C.
  @Test(arguments: [
    ("@available(iOS 13, *) @MainActor @NSManaged", "@available(iOS 13, *) @MainActor "),
    ("@Storing @NSManaged @objc private(set)", "@Storing private(set) "),
    (
      "@available(\n  *, deprecated\n) @NSManaged public", "@available(\n  *, deprecated\n) public "
    ),
    ("@NSManaged nonisolated", "nonisolated "),
    ("#if canImport(ObjectiveC)\n@objc\n#endif\n@MainActor @NSManaged", "@MainActor "),
  ])
  func attributesOfAccessors(_ before: String, _ after: String) {
    let text = "private class A: NSManagedObject {\n\(before) var b: Int\n}\n"
    let adopted = adopt([text])[0]
    #expect(adopted.contains("#else\n\(after)var b: Int {\n"), "\(adopted)")
    #expect(adopt([adopted]) == [adopted])
  }

  @Test func attributesOfFunctions() {
    let text =
      "private class A: NSManagedObject {\n  @NSManaged var b: NSSet?\n"
      + "  @available(iOS 13, *) @MainActor @objc(addBObject:)\n  @NSManaged func addToB(_ value: A)\n}\n"
    let adopted = adopt([text])[0]
    let line = "\n  @available(iOS 13, *) @MainActor func addToB(_ value: A) {\n"
    #expect(adopted.contains(line), "\(adopted)")
  }

  /// An attribute under a condition of its own cannot be repeated, so that the declaration is reported.
  @Test func conditionalAttributesOfAccessors() {
    let text =
      "private class A: NSManagedObject {\n  #if DEBUG\n  @MainActor\n  #endif\n  @NSManaged var b: Int\n}\n"
    let found = problems(text)
    #expect(found.map(\.rule) == [.accessors])
    expect([text], [text])
  }

  private static let head =
    "#if canImport(SwiftUI)\nimport SwiftUI\n#else\nimport Foundation\n#endif\n"

  private func expect(_ module: String, _ before: String, _ after: String) {
    let head = Self.head.replacing("SwiftUI", with: module)
    expect(["import \(module)\n" + before], [head + after])
    expect([head + before], [head + after])
  }

  /// A declaration whose signature needs a framework is compiled only with it.
  @Test(arguments: [
    ("SwiftUI", "/// A list.\nstruct A: View {\n  @State var b = 1\n}\n"),
    ("SwiftUI", "extension View {\n  func f() {}\n}\n"),
    ("SwiftUI", "@main\nstruct A: App {\n}\n"),
    ("SwiftUI", "#Preview(\"A\") {\n  A()\n}\n"),
    ("SwiftUI", "@available(iOS 17, *)\n#Preview { A() }\n"),
    ("SwiftUI", "struct A {\n}\nstruct B: PreviewProvider {\n}\n"),
    ("UIKit", "final class A: UITableViewController, P {\n  @IBOutlet weak var b: UILabel!\n}\n"),
    ("UIKit", "extension UIColor {\n}\n\nextension A: UITableViewDataSource {\n}\n"),
    ("UIKit", "typealias Color = UIColor\n"),
    ("UIKit", "func f(_ a: [UIImage?]) -> Int { 1 }\n"),
    ("UIKit", "let a = UIColor.red\n  .b()\n"),
    ("AppKit", "class A: NSViewController {\n}\n"),
    ("SwiftData", "@Model\nfinal class A {\n  var b: Int\n}\n"),
    ("Combine", "var a = Set<AnyCancellable>()\n"),
    ("CoreSpotlight", "func f() -> CSSearchableItem? { nil }\n"),
  ])
  func frameworks(_ module: String, _ before: String) {
    let isSecond = before.hasPrefix("struct A {\n}\n")
    let kept = isSecond ? "struct A {\n}\n" : ""
    let block = before.dropFirst(kept.count)
    let after = "\(kept)#if canImport(\(module))\n\(block)#endif\n"
    expect(module, before, after)
  }

  /// Members, and declarations that use a type which is compiled only with a framework.
  @Test(arguments: [
    (
      "class A: NSManagedObject {\n  @NSManaged var b: UIColor?\n  var c = 1\n}\n",
      "class A: NSManagedObject {\n  #if canImport(UIKit)\n  @NSManaged var b: UIColor?\n  #endif\n  var c = 1\n}\n"
    ),
    (
      "extension A {\n  var b: UIColor {\n    .red\n  }\n  func c() { d() }\n}\n",
      "extension A {\n  #if canImport(UIKit)\n  var b: UIColor {\n    .red\n  }\n  #endif\n  func c() { d() }\n}\n"
    ),
    (
      "class A: UIView {}\nstruct B { let c = 1 }\nclass D: A {}\nextension D {}\nfunc f() -> D? { nil }\n",
      "#if canImport(UIKit)\nclass A: UIView {}\n#endif\nstruct B { let c = 1 }\n"
        + "#if canImport(UIKit)\nclass D: A {}\nextension D {}\nfunc f() -> D? { nil }\n#endif\n"
    ),
    (
      "#if canImport(ObjectiveC)\n@objc\n#endif\nclass A: UIView {}\n",
      "#if canImport(UIKit)\n#if canImport(ObjectiveC)\n@objc\n#endif\nclass A: UIView {}\n#endif\n"
    ),
  ])
  func membersOfFrameworks(_ before: String, _ after: String) { expect("UIKit", before, after) }

  /// Uses of types in other files; files without the import may have types with such names.
  @Test func typesOfFrameworks() {
    let sources = [
      Self.head + "#if canImport(SwiftUI)\nstruct A: View {}\n#endif\n",
      "struct UIBox {}\nlet a: UIBox\n",
      Self.head + "struct Color {}\nstruct State {}\nlet a: Color, b: State\nlet c: UIBox\n",
      "let a: UIColor\nlet b: View\n",
      "#if canImport(Combine)\nimport Combine\n#else\nimport OpenCombine\n#endif\nlet a: AnyCancellable\n",
    ]
    expect(sources, sources)
    for source in sources { #expect(problems(source).isEmpty) }
    #expect(
      adopt(["import SwiftUI\nstruct A: View {}\n", "struct B {\n  let c: A\n}\n"])[1]
        == "struct B {\n  #if canImport(SwiftUI)\n  let c: A\n  #endif\n}\n"
    )
  }

  /// Bodies of other functions may do more than a framework needs, so they stay, and are reported once.
  @Test(arguments: [
    ("func f() { a(UIColor.red, UIImage()) }\n", "'UIColor' of UIKit"),
    ("var a: Int { UIScreen.main.b }\n", "'UIScreen' of UIKit"),
    ("let a: Any = UIColor.red\n", "'UIColor' of UIKit"),
    ("enum A {\n  case b(UIColor)\n}\n", "'UIColor' of UIKit"),
    ("class A: NSManagedObject, UIActivityItemSource {}\n", "'UIActivityItemSource' of UIKit"),
    ("class V: UIView {}\nfunc f() { a(V()) }\n", "'V' needs UIKit"),
    ("func f() { g(UIView: 1) }\n", nil), ("func f() { a.UIColor }\n", nil),
    ("#if os(iOS)\nfunc f() { UIColor.red }\n#endif\n", nil),
    ("let a = \"UIColor\" // UIColor\n", nil),
    ("class A: UIView {\n  func f() { a(UIColor.red) }\n}\n", nil),
    ("func f() { a(UIColor.red) }; let b = 1\n", "'UIColor' of UIKit"),
  ])
  func usesOfFrameworks(_ source: String, _ message: String?) {
    let found = problems("import UIKit\n" + source)
    #expect(found.map(\.rule) == (message == nil ? [] : [.unavailable]), "\(found)")
    if let message { #expect(found.first?.message.contains(message) == true, "\(found)") }
  }

  /// Classes stay, with the conformance and the attributes that need Combine in conditional blocks.
  @Test(arguments: [
    ("class A: ObservableObject {", "class A {"),
    ("class A : B, ObservableObject {", "class A : B {"),
    ("class A: ObservableObject, B {", "class A: B {"),
    ("class A: B, ObservableObject, C {", "class A: B, C {"),
  ])
  func observableObjects(_ before: String, _ after: String) {
    let fields = "  @Published private(set) var b = 1\n  let c = 2\n"
    let adopted =
      "  #if canImport(Combine)\n  @Published\n  #endif\n  private(set) var b = 1\n  let c = 2\n"
    let end = "\n#if canImport(Combine)\nextension A: ObservableObject {}\n#endif\n"
    expect("Combine", "\(before)\n\(fields)}\n", "\(after)\n\(adopted)}\n\(end)")
  }

  @Test func publishers() {
    let head = "import Combine\nclass A: ObservableObject {\n  @Published var b = 1\n"
    expect(
      "Combine",
      "func f() {\n  objectWillChange.send()\n  g()\n}\n",
      "func f() {\n  #if canImport(Combine)\n  objectWillChange.send()\n  #endif\n  g()\n}\n"
    )
    let found = problems(head + "  func f() { c($b) }\n  func g() { d { $0 } }\n}\n")
    #expect(found.map(\.message) == ["'$b' is a publisher of Combine, which Linux lacks"])
    #expect(problems("import Combine\nfunc f() { let a = b.objectWillChange }\n").count == 1)
  }

  /// A condition with any module of Apple's platforms is known, so that a second run changes nothing.
  @Test(arguments: AppleModules.all.sorted())
  func importsOfAppleModules(_ module: String) {
    let adopted = adopt(["import Foundation\nimport \(module)\n"])
    #expect(
      adopted == ["import Foundation\n#if canImport(\(module))\nimport \(module)\n#endif\n"]
    )
    #expect(adopt(adopted) == adopted)
  }

  private func problems(_ source: String) -> [AdoptionFinding] {
    let module = SourceModule(name: "M", files: [file(source, 0)], models: [])
    return Adoption(of: module, rules: Set(AdoptionRule.allCases)).texts[0].findings
  }
}
