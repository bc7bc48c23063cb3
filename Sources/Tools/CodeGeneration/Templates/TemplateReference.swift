import Diagnostics

/// How a user names templates: the name of a bundled set, a folder, or a file.
package struct TemplateReference: Sendable, Hashable {
  package var text: String

  /// The folder that a relative path starts from; nil for the current one.
  package var folder: String?

  /// Where the reference stands; the command line has no place.
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

  /// The path that it means, if it is one.
  package var path: String {
    guard let folder, !text.hasPrefix("/") else { return text }
    return folder.hasSuffix("/") ? folder + text : "\(folder)/\(text)"
  }
}
