/// The program that reports, for formats that include it.
package struct ReportingTool: Sendable, Hashable {
  package var name: String
  package var version: String

  /// An absolute URI with information about the tool.
  package var informationURI: String?

  package init(name: String, version: String, informationURI: String? = nil) {
    self.name = name
    self.version = version
    self.informationURI = informationURI
  }
}
