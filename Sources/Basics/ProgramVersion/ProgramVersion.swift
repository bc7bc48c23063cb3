import CBuildCommit

/// The version of the package's programs, which `--version` prints.
package enum ProgramVersion {
  /// The version number.
  ///
  /// Packages and `make release` parse this line.
  package static let number = "0.1.0"

  /// The abbreviated hash of the commit that was built; nil in builds that are not for a package.
  package static var commit: String? { build_commit().map { String(cString: $0) } }

  /// The output of `--version`: the program's name, the version, and details such as `generated code V2`.
  package static func line(of program: String, _ details: String...) -> String {
    let commit = commit.map { "commit \($0)" } ?? "development build"
    return "\(program) \(number) (\(([commit] + details).joined(separator: ", ")))\n"
  }
}
