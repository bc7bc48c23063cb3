import Diagnostics
import JSON
import JSON5
import ManagedModel

/// Accepted findings of a project, so that only new ones are reported.
///
/// A finding is identified by its model, its rule and the part of the model, not by its line or its version:
/// moving lines and adding a version do not make it new.
package struct LintBaseline: Sendable, Hashable {
  /// The key that several findings may share.
  private struct Entry: Hashable, Sendable {
    var model: String
    var rule: String
    var element: String

    /// The texts in the order of the members of the file.
    var words: [String] { [model, rule, element] }
  }

  private var counts: [Entry: Int] = [:]

  package init() {}

  /// The number of accepted findings.
  package var count: Int { counts.values.reduce(0, +) }

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - rule: The name of the rule.
  ///   - element: The part of the model, or an empty name for the model as a whole.
  ///   - model: The name of the model: the file name of its bundle.
  package mutating func add(_ rule: String, at element: String, of model: String) {
    counts[Entry(model: model, rule: rule, element: element), default: 0] += 1
  }

  /// Removes a finding and returns true if it is accepted; each entry counts once.
  package mutating func take(_ rule: String, at element: String, of model: String) -> Bool {
    let entry = Entry(model: model, rule: rule, element: element)
    guard let count = counts[entry], count > 0 else { return false }
    counts[entry] = count == 1 ? nil : count - 1
    return true
  }

  /// The number of unused entries about one of these models.
  package func count(of models: Set<String>) -> Int {
    counts.reduce(0) { $0 + (models.contains($1.key.model) ? $1.value : 0) }
  }
}

extension LintBaseline {
  private static let format = 1

  private enum Key: String, CaseIterable, Sendable {
    case format
    case findings
  }

  private enum EntryKey: String, CaseIterable, Sendable {
    case model
    case rule
    case element
    case count
  }

  /// The text of the file, one finding per line, so that a review shows additions.
  package var text: String {
    let entries = counts.sorted { left, right in
      left.key.words.lexicographicallyPrecedes(right.key.words) { $0.precedesByCodePoint($1) }
    }
    let lines = entries.map { entry, count in
      let value: JSONValue = [
        "model": .string(entry.model), "rule": .string(entry.rule),
        "element": .string(entry.element), "count": .integer(count),
      ]
      return "    " + JSONText(.compact).text(of: value)
    }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    return "{\n  \"format\": \(Self.format),\n  \"findings\": \(list)\n}\n"
  }

  /// The schema of the file.
  package static let shape: JSON5Schema<LintBaseline> = .object("a baseline") {
    (object: JSON5Object<Key>, collector) in
    let format = object.required(.format, .wholeNumber, into: &collector)
    if let format, format != Self.format {
      collector.reportSetting(
        "the baseline has format \(format); this program supports \(Self.format)",
        at: object.place(of: .format)
      )
      return nil
    }
    let entries = object.required(.findings, .list(of: entry), into: &collector)
    var baseline = LintBaseline()
    for (entry, count) in entries ?? [] {
      let known = baseline.counts[entry] ?? 0
      baseline.counts[entry] = known.addingReportingOverflow(count).partialValue
    }
    return baseline
  }

  private static let entry: JSON5Schema<(Entry, Int)> = .object("a finding") {
    (object: JSON5Object<EntryKey>, collector) in
    let model = object.required(.model, .nonemptyText, into: &collector)
    let rule = object.required(.rule, .nonemptyText, into: &collector)
    let element = object.required(.element, .text, into: &collector)
    let count = object.optional(.count, .wholeNumber, into: &collector) ?? 1
    guard let model, let rule, let element else { return nil }
    guard (1...1_000_000).contains(count) else {
      collector.reportSetting("a count is from 1 to 1000000", at: object.place(of: .count))
      return nil
    }
    return (Entry(model: model, rule: rule, element: element), count)
  }
}
