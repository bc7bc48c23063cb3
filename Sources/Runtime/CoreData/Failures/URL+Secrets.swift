import Foundation
import PostgreSQLDriver

extension URL {
  /// Whether the URL is one of a PostgreSQL database.
  var isServerAddress: Bool {
    scheme.map { PostgreSQLAddress.schemes.contains($0.lowercased()) } ?? false
  }

  /// The URL without passwords; one of a file stays as it is.
  var withoutSecrets: URL {
    guard isServerAddress, let address = PostgreSQLAddress(absoluteString) else { return self }
    return URL(string: address.redacted) ?? self
  }
}
