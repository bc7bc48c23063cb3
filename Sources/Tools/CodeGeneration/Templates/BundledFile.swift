/// A file of a template set that is part of the program.
///
/// `make templates` generates the list of all.
package struct BundledFile: Sendable {
  /// The name of the set.
  private let staticSet: StaticString

  /// The path below the folder of the set.
  private let staticPath: StaticString
  private let staticText: StaticString

  init(set: StaticString, path: StaticString, text: StaticString) {
    staticSet = set
    staticPath = path
    staticText = text
  }

  package var set: String { staticSet.description }
  package var path: String { staticPath.description }
  package var text: String { staticText.description }
}
