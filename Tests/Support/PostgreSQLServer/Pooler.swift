import Foundation

/// A PgBouncer in front of the server of the tests; it is stopped when the value is released, and when the process
/// exits.
package final class Pooler: Sendable {
  /// When server connections are given to other clients.
  package enum Mode: String, Sendable {
    case session, transaction
  }

  /// The folder of the socket.
  private let folder: String
  private let runningScript: ServerScript

  private static let program = "/usr/sbin/pgbouncer"

  /// Whether Debian's package is installed.
  package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

  /// Starts a pooler.
  ///
  /// - Parameters:
  ///   - mode: When server connections are given to other clients.
  ///   - size: The number of server connections.
  /// - Throws: The reason the pooler or the server cannot be started.
  package init(_ mode: Mode, size: Int = 20) throws {
    let server = try PostgreSQLServer.shared.get()
    runningScript = try ServerScript(
      PostgreSQLServer.user()
        + ["sh", "-c", Self.script, "sh", Self.program, server.folder, mode.rawValue, "\(size)"]
    )
    folder = runningScript.answer.trimmingCharacters(in: .whitespacesAndNewlines)
    guard folder.hasPrefix("/") else {
      throw PostgreSQLServer.Absence(description: "PgBouncer did not start: \(folder)")
    }
    let connection = "host=\(folder) port=6432 user=postgres dbname=postgres"
    try PostgreSQLServer.wait(for: connection, log: folder + "/log")
  }

  /// The URL of a store behind the pooler.
  package func url(schema: String) -> URL {
    var components = URLComponents()
    components.scheme = "postgresql"
    components.host = ""
    components.path = "/postgres"
    let words = ["host": folder, "port": "6432", "schema": schema, "user": "postgres"]
    components.queryItems = words.sorted { $0.key < $1.key }
      .map { URLQueryItem(name: $0.key, value: $0.value) }
    return components.url ?? URL(fileURLWithPath: "/nowhere")
  }

  private static let script = """
    folder=$(mktemp -d /tmp/model-pooler.XXXXXX) || exit 1
    chmod 755 "$folder"
    cat >"$folder/ini" <<END
    [databases]
    postgres = host=$2 port=5432 dbname=postgres user=postgres
    [pgbouncer]
    unix_socket_dir = $folder
    listen_port = 6432
    auth_type = any
    pool_mode = $3
    default_pool_size = $4
    END
    "$1" -q "$folder/ini" >"$folder/log" 2>&1 </dev/null &
    pooler=$!
    echo "$folder"
    exec >/dev/null
    cat >/dev/null
    kill -INT "$pooler" && wait "$pooler"
    rm -rf "$folder"
    """
}
