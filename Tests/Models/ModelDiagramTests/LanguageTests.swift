import Foundation
import ManagedModel
import Testing

@testable import ModelDiagram

struct DOTTests {
  private static let program = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static func isInstalled() -> Bool {
    if program == nil { print("skipped: Graphviz (dot) is not installed") }
    return program != nil
  }

  @Test(.enabled(if: isInstalled()), arguments: ["league", "zoo", "hostile", "empty"])
  func graphvizAcceptsTheText(name: String) throws {
    let model =
      switch name {
      case "league": SampleModels.league
      case "zoo": SampleModels.zoo
      case "hostile": SampleModels.hostile
      default: Model()
      }
    let text = DiagramWriter(format: .dot).text(of: ResolvedModel(model), title: "a\"b\\")
    let diagram = DiagramModel(ResolvedModel(model), title: "")
    let (plain, complaints) = try run(text)
    #expect(complaints == "")
    #expect(plain.count { $0.hasPrefix("node ") } == diagram.boxes.count)
    #expect(plain.count { $0.hasPrefix("edge ") } == diagram.edges.count)
  }

  private func run(_ text: String) throws -> (lines: [String], complaints: String) {
    let process = Process()
    process.executableURL = URL(filePath: Self.program ?? "")
    process.arguments = ["-Tplain"]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let plain = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: plain, as: UTF8.self).components(separatedBy: "\n"),
      String(decoding: complaints, as: UTF8.self)
    )
  }

  @Test(arguments: [
    ("Team", "\"Team\""), ("a\"b", "\"a\\\"b\""), ("x\\", "\"x\\\\\""), ("", "\"\""),
    ("a\nb", "\"a b\""), ("\u{0}", "\"\u{FFFD}\""),
  ])
  func identifiersAreQuoted(name: String, quoted: String) {
    #expect(DOTRenderer.quoted(name) == quoted)
  }
}

extension DOTTests {
  @Test func namesThatAreDrawnAlikeAreNodesOfTheirOwn() {
    let model = Model(
      entities: ["a b", "a\tb", "a\nb", "\u{85}", "\u{2028}"].map { Entity(name: $0) }
    )
    let text = DiagramWriter(format: .dot).text(of: ResolvedModel(model), title: "")
    let nodes = text.split(separator: "\n").filter { $0.hasSuffix("[label=<") }
    #expect(nodes.count == 5)
    #expect(Set(nodes).count == 5)
  }
}

struct MermaidTests {
  @Test(arguments: [
    ("Team", "Team"), ("a b", "a b"), ("a\"b", "a#34;b"), ("{x}", "#123;x#125;"),
    ("<<x>>", "#60;#60;x#62;#62;"), ("a;b", "a#59;b"), ("#35;", "#35;35#59;"),
    ("x()", "x#40;#41;"), ("~T~", "#126;T#126;"), ("", "#32;"), ("é日", "é日"), ("a\nb", "a b"),
    ("-x", "#45;x"), ("wind direction TB", "wind direction#32;TB"), ("direction", "direction"),
  ])
  func namesAreEscaped(name: String, escaped: String) {
    #expect(MermaidRenderer.escaped(name) == escaped)
  }

  @Test func hostileNamesStayInTheirLines() {
    let text = DiagramWriter(format: .mermaid)
      .text(of: ResolvedModel(SampleModels.hostile), title: "\"\\")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines[1] == "title: \"\\\"\\\\\"")
    let relation =
      #/_?[A-Za-z0-9_]+ ("[^"]*" )?(<\|--|--|-->|\.\.>) ("[^"]*" )?_?[A-Za-z0-9_]+( : .+)?/#
    let opening = #/class [A-Za-z0-9_]+(\["[^"\[\]]+"\])?( \{)?/#
    let member = #/[^{}\[\]"<>`;:()~*$]*(#[0-9]+;[^{}\[\]"<>`;:()~*$]*)*: .*/#
    for line in lines.dropFirst(5) {
      let content = line.drop { $0 == " " }
      let isKnown =
        content == "}" || content == "<<abstract>>" || content.wholeMatch(of: opening) != nil
        || content.wholeMatch(of: relation) != nil || content.wholeMatch(of: member) != nil
      #expect(isKnown, "\(line)")
    }
  }

  /// Mermaid's keywords, which are recognized as prefixes; those with `_` are targets of links.
  static let words = [
    "_self", "_blank", "_parent", "_top", "class", "classDef", "cssClass", "callback", "call",
    "link",
    "click", "note", "href", "style", "namespace", "direction", "accTitle", "accDescr", "o",
    "order",
  ]

  @Test func identifiersAreNoWordsOfTheLanguage() {
    let names = Self.words + ["self", "blank", "parent", "top", "Self", "__self", "Note"]
    let model = Model(entities: names.map { Entity(name: $0) })
    let text = DiagramWriter(format: .mermaid).text(of: ResolvedModel(model), title: "")
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("  class ") }
    let identifiers = lines.map { String($0.dropFirst(8).prefix { $0 != "[" && $0 != " " }) }
    #expect(Set(identifiers).count == names.count)
    for identifier in identifiers {
      #expect(!Self.words.contains(identifier), "\(identifier)")
      #expect(identifier.first?.isUppercase == true || identifier.hasPrefix("_"), "\(identifier)")
    }
  }

  @Test func identifiersAreUnique() {
    let model = Model(
      entities: ["a b", "a_20_b", "_a", "Team", "Team", "class"].map { Entity(name: $0) }
    )
    let text = DiagramWriter(format: .mermaid).text(of: ResolvedModel(model), title: "")
    let names = text.split(separator: "\n").filter { $0.hasPrefix("  class ") }
      .map { $0.dropFirst(8).prefix { $0 != "[" && $0 != " " } }
    #expect(names.count == 6)
    #expect(Set(names).count == 6)
    #expect(!names.contains("class"))
  }
}
