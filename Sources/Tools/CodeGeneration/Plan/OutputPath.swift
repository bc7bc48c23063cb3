import Diagnostics

/// The path of a generated file, relative to the output folder and inside it.
package struct OutputPath: Sendable, Hashable {
  /// The components, separated by slashes.
  package let text: String

  /// Accepts a path that is safe on every system.
  package init(_ text: String) throws(OutputPathError) {
    guard !text.isEmpty else { throw OutputPathError("is empty") }
    guard !text.hasPrefix("/") else { throw OutputPathError("is absolute") }
    for scalar in text.unicodeScalars {
      if scalar == "\\" { throw OutputPathError("has a backslash") }
      if scalar.isInvisible { throw OutputPathError("has an invisible character") }
    }
    let slash = UInt8(ascii: "/")
    for bytes in text.utf8.split(separator: slash, omittingEmptySubsequences: false) {
      let component = Substring(bytes)
      switch component {
      case "": throw OutputPathError("has an empty component")
      case ".", "..": throw OutputPathError("has the component '\(component)'")
      case _ where component.hasPrefix(Self.reservedPrefix):
        throw OutputPathError("has a component that begins with '\(Self.reservedPrefix)'")
      case _ where bytes.count > Self.longestComponent:
        throw OutputPathError("has a component of more than \(Self.longestComponent) bytes")
      default: break
      }
    }
    self.text = text
  }

  /// The prefix of the program's own files in the output folder.
  static let reservedPrefix = ".momgen-"

  /// The limit of common file systems, minus the suffix of a temporary file.
  private static let longestComponent = 255

  /// A key that is equal for two paths that some file system considers equal.
  ///
  /// Texts that differ only in the normal form of Unicode are equal in Swift.
  var collisionKey: String { text.lowercased() }

  /// The folders above it, from the outermost one.
  var folders: [String] {
    let bytes = text.utf8
    return bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }.map { String(text[..<$0]) }
  }

  /// The folder that it is in; empty for the output folder.
  var folder: String { folders.last ?? "" }
}

/// The reason why a text is not a valid path of a generated file.
package struct OutputPathError: Error, Sendable, Hashable {
  /// The reason, continuing the sentence "the path …".
  package let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
