import Files

extension Diagnostic {
  /// A file could not be written.
  package static func cannotWrite(_ path: String, _ problem: FileProblem) -> Self {
    Diagnostic(
      .error,
      rule: RunRule.unwritableFile.rawValue,
      "cannot write the file: \(problem.reason)",
      at: Place(path: path)
    )
  }
}
