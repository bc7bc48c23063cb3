import Diagnostics
import ManagedModel

/// The suppressions in a model itself, with reasons.
///
/// The user info of an entity or a property may have an entry with the key `momgen.lint.ignore`. Its value
/// is the name of a rule and the reason, `missing-inverse: loaded once and never deleted`; several are
/// separated by `;` or by line breaks. That of an entity applies to all of its parts.
package struct LintSuppressions {
  /// The key in a user info.
  package static let key = "momgen.lint.ignore"

  /// The name of the rule about suppressions themselves.
  package static let rule = RunRule.suppression.description

  private struct Suppression {
    var word: String
    var reason: String
    var entity: Int
    var property: PropertyLocation?
    var source: SourceOffset

    /// The positions of the words in the value of the entry, in bytes.
    var byte: Int
    var isUsed = false

    /// The rule, or nil if no rule has the name.
    let rule: LintRule?
  }

  /// The key by which findings are looked up.
  private struct Key: Hashable {
    var rule: String
    var entity: Int
  }

  private var suppressions: [Suppression] = []
  private var positions: [Key: [Int]] = [:]

  package init(in resolved: ResolvedModel) {
    for entity in resolved.entities {
      add(entity.entity.userInfo, entity: entity.index, property: nil)
      for (position, property) in entity.entity.properties.enumerated() {
        add(
          property.userInfo,
          entity: entity.index,
          property: PropertyLocation(entity: entity.index, property: position)
        )
      }
    }
  }

  private mutating func add(_ info: UserInfo?, entity: Int, property: PropertyLocation?) {
    for entry in info?.entries ?? [] where entry.key == Self.key {
      for (text, byte) in Self.statements(in: entry.value) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let word = parts.first.map { String($0).trimmed } ?? ""
        let rule = LintRule.named(word)
        if let rule {
          positions[Key(rule: rule.id, entity: entity), default: []].append(suppressions.count)
        }
        suppressions.append(
          Suppression(
            word: word,
            reason: parts.count > 1 ? String(parts[1]).trimmed : "",
            entity: entity,
            property: property,
            source: entry.source,
            byte: byte,
            rule: rule
          )
        )
      }
    }
  }

  /// The statements in a value, each with its byte offset.
  ///
  /// A reason may contain a semicolon: the text after it is a new statement only if it begins
  /// with a single word and a colon, or is the name of a rule.
  private static func statements(in value: String) -> [(text: String, byte: Int)] {
    var statements: [(text: String, byte: Int)] = []
    for piece in value.split(whereSeparator: isSeparator) {
      let text = String(piece).trimmed
      guard !text.isEmpty else { continue }
      if !statements.isEmpty, !beginsStatement(text) {
        statements[statements.count - 1].text += "; " + text
        continue
      }
      let spaces = piece.prefix(while: \.isWhitespace).utf8.count
      let start = value.utf8.distance(from: value.startIndex, to: piece.startIndex)
      statements.append((text, start + spaces))
    }
    return statements.isEmpty ? [("", 0)] : statements
  }

  private static func beginsStatement(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return LintRule.named(text) != nil }
    return !String(text[..<colon]).trimmed.contains(where: \.isWhitespace)
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character == ";" || character.isNewline
  }

  /// Whether the model suppresses a finding; the suppression is then marked as used.
  mutating func suppress(_ finding: LintFinding) -> Bool {
    guard let entity = finding.element.entity else { return false }
    var isSuppressed = false
    for position in positions[Key(rule: finding.rule, entity: entity)] ?? [] {
      let property = suppressions[position].property
      guard property == nil || property == finding.element.property else { continue }
      suppressions[position].isUsed = true
      isSuppressed = true
    }
    return isSuppressed
  }

  /// The problems of the suppressions themselves.
  ///
  /// - Parameters:
  ///   - checked: The rules that were checked; breaches of others are unknown.
  ///   - severity: The severity of a wrong suppression; nil reports none. An unused one is a note.
  /// - Returns: The findings about suppressions, in the order of the model.
  func problems(checked: Set<String>, severity: Severity?) -> [LintFinding] {
    guard let severity else { return [] }
    return suppressions.flatMap { suppression -> [LintFinding] in
      guard let rule = suppression.rule else { return [unknown(suppression, severity)] }
      var findings: [LintFinding] = []
      if suppression.reason.isEmpty {
        findings.append(
          finding(
            suppression,
            severity,
            "the suppression of '\(rule.id)' has no reason",
            hint: "write '\(suppression.word): ' and the reason"
          )
        )
      }
      if case .reading = rule.check {
        findings.append(
          finding(
            suppression,
            severity,
            "'\(rule.id)' cannot be suppressed: it is checked whenever the model is read",
            hint: "remove the suppression, and correct what the rule reports"
          )
        )
      } else if checked.contains(rule.id), !suppression.isUsed {
        findings.append(
          finding(
            suppression,
            min(severity, .note),
            "the suppression of '\(rule.id)' has no effect",
            hint: "remove it, so that it does not hide a later mistake"
          )
        )
      }
      return findings
    }
  }

  private func unknown(_ suppression: Suppression, _ severity: Severity) -> LintFinding {
    let word = suppression.word
    return finding(
      suppression,
      severity,
      word.isEmpty
        ? "the suppression names no rule" : "there is no rule '\(word.visible)' to suppress",
      hint: LintRule.suggestion(for: word) ?? "write the name of a rule, ': ' and the reason"
    )
  }

  private func finding(
    _ suppression: Suppression,
    _ severity: Severity,
    _ message: String,
    hint: String
  ) -> LintFinding {
    LintFinding(
      rule: Self.rule.id,
      severity: severity,
      message: message,
      hint: hint,
      element: LintElement(
        source: suppression.source,
        entity: suppression.entity,
        property: suppression.property
      ),
      attribute: "value",
      byteInAttribute: suppression.byte,
      path: nil,
      related: [],
      edits: []
    )
  }
}

extension Property {
  /// The user info of the property.
  fileprivate var userInfo: UserInfo? {
    switch self {
    case .attribute(let attribute): attribute.userInfo
    case .relationship(let relationship): relationship.userInfo
    case .fetchedProperty(let property): property.userInfo
    }
  }
}

extension String {
  /// The text without space around it.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
