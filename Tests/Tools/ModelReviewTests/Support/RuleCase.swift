import Diagnostics
import ManagedModel
import ModelFiles
import Testing

@testable import ModelReview

/// A model that breaks a rule, with `«»` before each byte to which the rule points, and near misses.
struct RuleCase: Sendable, CustomTestStringConvertible {
  let rule: String

  /// The text between `<model>` and `</model>`.
  let breach: String

  /// The text of the first finding, or a part of it.
  let message: String

  /// Models without findings of the rule.
  let nearMisses: [String]

  /// The earlier versions of the model, the oldest first.
  let earlier: [String]

  /// The base of the comparison, if any; it is the shipped form of the version with the same name.
  let base: String?

  /// Whether the finding concerns the model as a whole.
  let isAboutModel: Bool

  var testDescription: String { rule }

  init(
    _ rule: String,
    _ breach: String,
    says message: String,
    butNot nearMisses: String...,
    after earlier: [String] = [],
    since base: String? = nil,
    isAboutModel: Bool = false
  ) {
    self.rule = rule
    self.base = base
    self.isAboutModel = isAboutModel
    self.breach = breach
    self.message = message
    self.nearMisses = nearMisses
    self.earlier = earlier
  }

  /// Checks the case: the positions of the findings, in the order of the file, and the first text.
  func check() throws {
    let rule = try #require(LintRule.named(self.rule))
    let marked = MarkedModel(breach)
    let found = Self.diagnostics(of: rule, in: marked.text, after: earlier, since: base)
    let places = found.map { "\($0.place.line ?? 0):\($0.place.column ?? 0)" }
    let expected = marked.places + (isAboutModel ? ["1:1"] : [])
    #expect(places.sorted() == expected.sorted(), "\(found.map(\.message))")
    #expect(found.contains { $0.message.contains(message) }, "\(found.map(\.message))")
    #expect(found.allSatisfy { $0.rule == rule.id })
    #expect(found.allSatisfy { $0.hint?.isEmpty == false })
    for nearMiss in nearMisses {
      let text = MarkedModel(nearMiss).text
      let found = Self.diagnostics(of: rule, in: text, after: earlier, since: base)
      #expect(found.isEmpty, "\(nearMiss): \(found.map(\.message))")
    }
  }

  static func diagnostics(
    of rule: LintRule,
    in text: String,
    after earlier: [String] = [],
    since base: String? = nil
  ) -> [Diagnostic] {
    let linter = Linter(
      LintConfiguration(
        levels: [rule.id: rule.level == .off ? .note : rule.level],
        targets: Set(LintTarget.allCases)
      ),
      rules: [rule]
    )
    var subject = LintSubject(SampleText.resolved(text), name: "Model 2")
    subject.earlier = earlier.enumerated().map { index, text in
      LintVersion(
        name: "Model\(index)",
        resolved: SampleText.resolved(MarkedModel(text).text)
      )
    }
    if let base {
      let old = SampleText.resolved(MarkedModel(base).text)
      let isGone = subject.resolved.entities.isEmpty
      subject.base = LintBase(
        title: "main",
        diff: ModelDiff(from: old, to: subject.resolved),
        shipped: ShippedVersions.breaks(
          from: [ReviewedVersion("Model 2", old)],
          to: isGone ? [] : [ReviewedVersion("Model 2", subject.resolved)]
        )
      )
    }
    return SampleText.diagnostics(for: linter.review(subject).findings, in: text)
  }
}

/// A model file with markers.
struct MarkedModel {
  let text: String

  /// `line:column` of each marker.
  let places: [String]

  init(_ inner: String) {
    var text = "<model>\n"
    var places: [String] = []
    var line = 2
    var column = 1
    for character in inner + "\n</model>" {
      switch character {
      case "«": places.append("\(line):\(column)")
      case "»": break
      case "\n":
        text.append(character)
        line += 1
        column = 1
      default:
        text.append(character)
        column += character.unicodeScalars.count
      }
    }
    self.text = text
    self.places = places
  }
}

/// Models from text.
enum SampleText {
  static func resolved(_ text: String) -> ResolvedModel {
    let reading = ContentsReader.read(Array(text.utf8))
    #expect(reading.model != nil, "\(reading.problems.map(\.message))")
    return ResolvedModel(reading.model ?? Model())
  }

  /// The findings with their places in the text.
  static func diagnostics(for findings: [LintFinding], in text: String) -> [Diagnostic] {
    let source = SourceMap(path: "contents", bytes: Array(text.utf8))
    return findings.map { finding in
      let problem = ModelProblem(
        .badValue,
        finding.message,
        at: finding.element.source,
        attribute: finding.attribute,
        byteInAttribute: finding.byteInAttribute,
        hint: finding.hint,
        severity: finding.severity,
        related: finding.related
      )
      var diagnostic = source.diagnostics(for: [problem])[0]
      diagnostic.rule = finding.rule
      if let path = finding.path { diagnostic.place = Place(path: path) }
      return diagnostic
    }
  }
}
