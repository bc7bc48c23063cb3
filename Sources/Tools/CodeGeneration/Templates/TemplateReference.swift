import Diagnostics

/// The name by which a user chooses templates: the name of a bundled set, a folder, or a file.
package struct TemplateReference: Sendable, Hashable {
  package var text: String

  /// The folder to which a relative path refers; nil for the current one.
  package var folder: String?

  /// The position of the reference; the command line has none.
  package var place: Place

  package init(_ text: String, relativeTo folder: String? = nil, at place: Place = Place()) {
    self.text = text
    self.folder = folder
    self.place = place
  }

  /// Whether it cannot be the name of a bundled set.
  package var isPath: Bool {
    text.contains("/") || text == "." || text == ".." || text.hasSuffix(".stencil")
  }

  /// The path, for a reference by path.
  package var path: String {
    guard let folder, !text.hasPrefix("/") else { return text }
    return folder.hasSuffix("/") ? folder + text : "\(folder)/\(text)"
  }
}
