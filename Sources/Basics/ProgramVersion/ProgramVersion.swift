import CBuildCommit

/// The version of the programs of this package, which `--version` prints.
package enum ProgramVersion {
  /// The number of the version.
  ///
  /// Packages and `make release` read this line.
  package static let number = "0.1.0"

  /// The abbreviated hash of the commit that was built; nil in builds that are not for a package.
  package static var commit: String? { build_commit().map { String(cString: $0) } }

  /// The line that a program prints, with its name and with details such as `generated code V2`.
  package static func line(of program: String, _ details: String...) -> String {
    let commit = commit.map { "commit \($0)" } ?? "development build"
    return "\(program) \(number) (\(([commit] + details).joined(separator: ", ")))\n"
  }
}
