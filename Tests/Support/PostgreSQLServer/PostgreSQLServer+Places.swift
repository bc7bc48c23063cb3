import Foundation

extension PostgreSQLServer {
  /// The URL of a store in a schema of its own.
  ///
  /// If there is no server, the URL cannot be connected to, so tests fail.
  package static func url(
    schema: String = "s" + UUID().uuidString.lowercased(),
    user: String = "postgres"
  ) -> URL {
    var components = URLComponents()
    components.scheme = "postgresql"
    components.host = ""
    components.path = "/postgres"
    components.queryItems = [
      URLQueryItem(name: "host", value: (try? shared.get())?.folder ?? "/nowhere"),
      URLQueryItem(name: "user", value: user),
      URLQueryItem(name: "schema", value: schema),
    ]
    return components.url ?? URL(fileURLWithPath: "/nowhere")
  }
}
