import CoreData
import Foundation

/// The location of a store: its kind and its URL.
package struct StoreLocation: Sendable, Hashable {
  package let kind: StoreKind

  /// The file, or the URL of the database with its password.
  package let url: URL

  /// - Parameters:
  ///   - kind: The kind of the store.
  ///   - url: The URL; nil for the default file of that kind in the folder for the program's data.
  package init(_ kind: StoreKind, at url: URL? = nil) {
    self.kind = kind
    self.url =
      url ?? NSPersistentContainer.defaultDirectoryURL().appendingPathComponent(kind.fileName)
  }

  /// The store in a PostgreSQL database; nil if the address is not a URL that libpq accepts.
  package init?(server address: String) {
    guard Self.isServer(address), let url = Self.url(address) else { return nil }
    self.init(.postgresql, at: url)
  }

  /// Whether a text is the URL of a server rather than a path.
  package static func isServer(_ text: String) -> Bool {
    ["postgresql://", "postgres://"].contains { text.lowercased().hasPrefix($0) }
  }

  /// Moves several hosts with their ports into parameters, since `URL` does not support them.
  private static func url(_ address: String) -> URL? {
    if let url = URL(string: address) { return url }
    guard let mark = address.range(of: "://") else { return nil }
    let rest = address[mark.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let start = rest[..<end].lastIndex(of: "@").map(rest.index(after:)) ?? rest.startIndex
    var hosts: [Substring] = []
    var ports: [Substring] = []
    for host in rest[start..<end].split(separator: ",", omittingEmptySubsequences: false) {
      let bracket = host.lastIndex(of: "]")
      let colon = host[(bracket ?? host.startIndex)...].lastIndex(of: ":")
      let name = host[..<(colon ?? host.endIndex)]
      hosts.append(name.hasPrefix("[") ? name.dropFirst().dropLast() : name)
      ports.append(colon.map { host[host.index(after: $0)...] } ?? "")
    }
    let parameters = "host=\(hosts.joined(separator: ","))&port=\(ports.joined(separator: ","))"
    let fragment = rest[end...].firstIndex(of: "#") ?? rest.endIndex
    let query = rest[end..<fragment]
    return URL(
      string: address[..<start] + query + (query.contains("?") ? "&" : "?") + parameters
    )
  }
}
