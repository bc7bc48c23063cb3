import Files

extension Diagnostic {
  /// The diagnostic for a file that could not be written.
  package static func cannotWrite(_ path: String, _ problem: FileProblem) -> Self {
    Diagnostic(
      .error,
      rule: RunRule.unwritableFile.rawValue,
      "cannot write the file: \(problem.reason)",
      at: Place(path: path)
    )
  }
}
