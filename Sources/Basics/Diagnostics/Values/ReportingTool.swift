/// The program that reports, for the formats that name it.
package struct ReportingTool: Sendable, Hashable {
  package var name: String
  package var version: String

  /// An absolute URI where people can read about the tool.
  package var informationURI: String?

  package init(name: String, version: String, informationURI: String? = nil) {
    self.name = name
    self.version = version
    self.informationURI = informationURI
  }
}
