import ManagedModel

extension LintRule {
  static let outdatedCurrentVersion = LintRule(
    "outdated-current-version",
    code: "V102",
    .warning,
    summary: "The current version is the newest one.",
    rationale: """
      A new version takes effect only when it is made current; that step is easily forgotten, and lost in
      merges. (A bundle of several versions without a current one cannot be read.)
      """,
    remedy: "Make the newest version current in Xcode, or in the file .xccurrentversion.",
    example: """
      the bundle has 'Model' and 'Model 2', and .xccurrentversion names 'Model'
      """,
    isAboutModel: true,
    check: .versions { pass in
      guard let bundle = pass.subject.bundle, pass.subject.name == bundle.current else { return }
      let series = VersionSeries(bundle.current)
      let rivals = bundle.versions.filter { VersionSeries($0).stem == series.stem }
      guard let newest = rivals.last, VersionSeries(newest).number > series.number else { return }
      pass.report(
        "the current version is '\(bundle.current)', but '\(newest)' is newer",
        at: .part(pass.model.source),
        attribute: nil,
        hint: "ignore this if '\(newest)' is unfinished",
        path: bundle.currentVersionPath
      )
    }
  )
}

/// The components of a version name: versions are usually numbered, the first one without a number.
private struct VersionSeries {
  let stem: String

  /// The number without its leading zeros, compared by length, then by digits.
  let number: Number

  struct Number: Comparable {
    let digits: String

    static func < (left: Self, right: Self) -> Bool {
      left.digits.utf8.count == right.digits.utf8.count
        ? left.digits < right.digits : left.digits.utf8.count < right.digits.utf8.count
    }
  }

  init(_ name: String) {
    let digits = name.reversed().prefix { ("0"..."9").contains($0) }.reversed()
    number = Number(digits: String(digits.drop { $0 == "0" }))
    let rest = name.dropLast(digits.count)
    stem = String(rest.reversed().drop { " _-v".contains($0) }.reversed())
  }
}
