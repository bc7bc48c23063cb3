import Diagnostics
import ManagedModel

/// The state of reading one file: the document, and the problems found so far.
struct ReadingSession: Sendable {
  var document: XMLDocument
  private let bytes: [UInt8]
  var findings = Findings()

  /// The problems found so far, and the searches for suggestions that they took.
  struct Findings: Sendable {
    private(set) var problems: [ModelProblem] = []
    fileprivate var suggestions = NameSuggestions()

    /// Whether there were searches for suggestions; they depend on those before.
    var hasSearches: Bool { suggestions.hasSearches }

    init(_ suggestions: NameSuggestions = NameSuggestions()) {
      self.suggestions = suggestions
    }

    /// Takes the findings, so that those of the next elements can be collected apart.
    mutating func split() -> Self {
      defer { self = Self(suggestions.rest) }
      return self
    }

    mutating func report(_ problem: ModelProblem) {
      problems.append(problem)
    }

    /// Adds what was found by reading the next elements on their own.
    ///
    /// - Returns: Whether reading them now would find the same; if not, nothing is added.
    mutating func add(_ next: Findings) -> Bool {
      guard suggestions.add(next.suggestions) else { return false }
      if !next.problems.isEmpty { problems += next.problems }
      return true
    }
  }

  init(document: XMLDocument, bytes: [UInt8]) {
    self.document = document
    self.bytes = bytes
  }

  mutating func report(_ problem: ModelProblem) {
    findings.report(problem)
  }

  mutating func report(_ problem: FieldProblem, at node: XMLNode, attribute: String?) {
    report(
      ModelProblem(
        problem.rule,
        problem.message,
        at: SourceOffset(Int(node.offset)),
        attribute: attribute,
        hint: problem.hint
      )
    )
  }

  mutating func reportMissing(_ name: String, of node: XMLNode, attribute: String?) {
    report(
      FieldProblem(.missingName, "<\(document.name(of: node))> has no '\(name)'"),
      at: node,
      attribute: attribute
    )
  }

  /// The text between the quotes of an attribute, exactly as the file has it.
  func rawText(of attribute: XMLAttribute, in node: XMLNode) -> String {
    guard XMLText.mayBeWrittenInSeveralWays(attribute.value) else { return attribute.value }
    let name = document.names[Int(attribute.name)]
    let tag = StartTag(bytes, at: Int(node.offset))
    guard let range = tag.attributes.first(where: { $0.name == name })?.value else {
      return XMLText.escaped(attribute.value)
    }
    // The writer quotes with ", which a text in single quotes may contain.
    return String(decoding: bytes[range], as: UTF8.self)
      .split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "&quot;")
  }

  /// Keeps an attribute that the element's table does not know.
  mutating func keepUnknown<Value: ModelElement>(
    _ attribute: XMLAttribute,
    of node: XMLNode,
    in value: inout Value,
    knowing table: FieldTable<Value>
  ) {
    let name = document.names[Int(attribute.name)]
    value.spelling.attributes.append(
      WrittenAttribute(name: name, rawText: rawText(of: attribute, in: node), canonical: nil)
    )
    report(
      ModelProblem(
        .unknownAttribute,
        "unknown attribute '\(name)' of <\(document.name(of: node))>",
        at: SourceOffset(Int(node.offset)),
        attribute: name,
        hint: ([suggestion(for: name, in: table)].compactMap(\.self)
          + ["it is kept when the file is written"]).joined(separator: "; ")
      )
    )
  }

  private mutating func suggestion<Value: ModelElement>(
    for name: String,
    in table: FieldTable<Value>
  ) -> String? {
    // The API says delete rule, the format deletion rule, and both occur in files written by hand.
    let meant = name == "deleteRule" ? "deletionRule" : name
    return findings.suggestions.hint(for: meant, among: table.fields.map(\.name))
  }

  /// Keeps an unknown child, and reports it unless it is a comment or a processing instruction.
  mutating func keepForeign(
    _ node: XMLNode,
    in value: inout some ModelElement,
    rule: ModelRule = .unknownElement
  ) {
    value.spelling.foreign.append(foreignNode(node))
    guard node.kind == .element || node.kind == .text else { return }
    let message =
      switch (node.kind, rule) {
      case (.text, _): "unexpected text between elements"
      case (_, .duplicateElement): "a second <\(document.name(of: node))>; the first one is used"
      default: "unknown element <\(document.name(of: node))>"
      }
    report(
      ModelProblem(
        node.kind == .text ? .unexpectedText : rule,
        message,
        at: SourceOffset(Int(node.offset)),
        hint: "it is kept when the file is written"
      )
    )
  }

  func foreignNode(_ node: XMLNode) -> ForeignNode {
    switch node.kind {
    case .comment: .comment(document.text(of: node))
    case .instruction: .instruction(document.text(of: node))
    // The white space around it is layout, which the writer generates.
    case .text: .text(document.text(of: node).trimmingXMLSpace)
    case .element:
      .element(
        name: document.name(of: node),
        attributes: document.attributes(of: node).map {
          ForeignAttribute(name: document.names[Int($0.name)], value: $0.value)
        },
        children: document.children(of: node).map(foreignNode)
      )
    }
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmingXMLSpace: String {
    let isSpace = { (character: Unicode.Scalar) in " \t\r\n".unicodeScalars.contains(character) }
    var rest = unicodeScalars.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return String(rest)
  }
}
