/// Temporary folders of a program.
package enum PrivateFolder {
  /// The folder in which others are created: that of the environment, or `/tmp`.
  package static var parent: String {
    (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp").trimmingSlashes
  }

  /// Creates an empty folder that no other user can enter.
  ///
  /// - Parameter prefix: The beginning of its name.
  /// - Returns: The path; nil, with `errno`, if it cannot be created.
  package static func make(_ prefix: String) -> String? {
    var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
