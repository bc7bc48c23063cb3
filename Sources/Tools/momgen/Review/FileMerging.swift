import Diagnostics
import Files
import ManagedModel
import ModelFiles
import ModelReview

/// Merges three files: models, or files that name the current version.
struct FileMerging {
  let base: String
  let ours: String
  let theirs: String

  /// The name of the file in messages; else the path of our side.
  var title: String?

  private(set) var diagnostics: [Diagnostic] = []

  /// The merged file; nil if a side cannot be parsed, which ``diagnostics`` explain.
  private(set) var result: [UInt8]?
  private(set) var hasConflicts = false

  init(base: String, ours: String, theirs: String) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  mutating func run() {
    var sides: [[UInt8]] = []
    for path in [base, ours, theirs] {
      do {
        sides.append(try FileReader().bytes(of: path))
      } catch {
        report(
          .error,
          ModelRule.unreadableFile.rawValue,
          "cannot read the file: \(error.reason)",
          at: path
        )
      }
    }
    guard sides.count == 3 else { return }
    // If one side is unedited, the other one wins, whatever is in the files.
    if sides[1] == sides[2] || sides[0] == sides[2] {
      result = sides[1]
    } else if sides[0] == sides[1] {
      result = sides[2]
    } else if Self.isCurrentVersion(sides[1]) && Self.isCurrentVersion(sides[2]) {
      mergeCurrentVersions(sides)
    } else {
      mergeModels(sides)
    }
  }

  private mutating func report(
    _ severity: Severity,
    _ rule: String,
    _ message: String,
    at path: String,
    hint: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(severity, rule: rule, message, at: Place(path: path), hint: hint)
    )
  }

  // MARK: The current version

  private static func isCurrentVersion(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(CurrentVersionFile.nameKey)
  }

  /// The name in the property list.
  private static func currentVersion(_ bytes: [UInt8]) -> Substring? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: CurrentVersionFile.nameKey, maxSplits: 1).dropFirst().first?
      .split(separator: "<string>", maxSplits: 1).dropFirst().first?
      .split(separator: "</string>", maxSplits: 1).first
  }

  private mutating func mergeCurrentVersions(_ sides: [[UInt8]]) {
    let names = sides.map(Self.currentVersion)
    if names[1] == names[2] || names[0] == names[2] {
      result = sides[1]
    } else if names[0] == names[1] {
      result = sides[2]
    } else {
      hasConflicts = true
      report(
        .error,
        RunRule.mergeConflict.rawValue,
        "ours makes '\(names[1] ?? "")' the current version, and theirs '\(names[2] ?? "")'",
        at: title ?? ours,
        hint: "choose the current version, usually the one that includes the changes of the other"
      )
      result = Array(conflictText(sides[1], sides[2]).utf8)
    }
  }

  private func conflictText(_ ours: [UInt8], _ theirs: [UInt8]) -> String {
    ConflictText(
      ours: String(decoding: ours, as: UTF8.self),
      theirs: String(decoding: theirs, as: UTF8.self)
    ).text
  }

  // MARK: Models

  private mutating func mergeModels(_ sides: [[UInt8]]) {
    let paths = [base, title ?? ours, theirs]
    var models: [Model] = []
    for (bytes, path) in zip(sides, paths) {
      // If both sides added the file there is no ancestor.
      if models.isEmpty, bytes.allSatisfy({ $0 <= 0x20 }) {
        models.append(Model())
        continue
      }
      let reading = ContentsReader.read(bytes)
      guard let model = reading.model else {
        diagnostics += SourceMap(path: path, bytes: bytes).diagnostics(for: reading.problems)
        return
      }
      models.append(model)
    }
    let merge = ModelMerge(base: models[0], ours: models[1], theirs: models[2])
    for conflict in merge.conflicts {
      hasConflicts = true
      report(conflict, sides)
    }
    let text = ContentsWriter.write(merge.ours)
    result =
      hasConflicts ? Array(conflictText(text, ContentsWriter.write(merge.theirs)).utf8) : text
    if !hasConflicts { validate(merge.ours, models) }
  }

  private mutating func report(_ conflict: MergeConflict, _ sides: [[UInt8]]) {
    let map = SourceMap(path: title ?? ours, bytes: sides[1])
    let other = SourceMap(path: theirs, bytes: sides[2])
    diagnostics.append(
      Diagnostic(
        .error,
        rule: RunRule.mergeConflict.rawValue,
        "\(conflict.element): \(conflict.explanation)",
        at: conflict.ours.map { map.place(of: $0) } ?? Place(path: title ?? ours),
        notes: conflict.theirs.map { [.init("in theirs", at: other.place(of: $0))] } ?? []
      )
    )
  }

  /// Validates the result: two edits may each be valid and conflict, such as a removed entity that is used elsewhere.
  private mutating func validate(_ merged: Model, _ sides: [Model]) {
    func errors(_ model: Model) -> [ModelProblem] {
      ModelValidator.problems(in: ResolvedModel(model)).filter { $0.severity == .error }
    }
    let known = Set(sides.flatMap { errors($0) }.map(\.message))
    for problem in errors(merged) where !known.contains(problem.message) {
      hasConflicts = true
      report(
        .error,
        problem.rule.rawValue,
        "the edits can be merged, but the result is invalid: \(problem.message)",
        at: title ?? ours,
        hint: problem.hint
      )
    }
  }
}
