import Foundation
import PostgreSQLDriver
import SQLDriver

/// A PostgreSQL server of one test suite, with passwords, TLS, and a small file system.
///
/// - `postgres` needs no password over the socket; every other role does.
/// - `ca.crt` in the folder has signed the server's certificate, which is for `localhost`; `other.crt` is of another
///   certificate authority.
/// - ``smallFolder`` is a file system of a few megabytes, where mounting is possible.
///
/// It is stopped when the value is released, and when the process exits.
package final class OwnServer: Sendable {
  /// The folder with the socket, the certificates and the data.
  package let folder: String
  package let port: Int

  /// A folder on a file system of 12 MB; nil where none can be mounted.
  package let smallFolder: String?

  private let runningScript: ServerScript

  /// Starts a server.
  ///
  /// - Parameter primary: The primary of which the new server is a standby; nil for a server of its own.
  /// - Throws: The reason the server cannot be started.
  package init(standbyOf primary: OwnServer? = nil) throws {
    guard let binaries = PostgreSQLServer.findBinaries() else {
      throw PostgreSQLServer.Absence(
        description: "PostgreSQL is not installed (apt-get install postgresql-15)"
      )
    }
    port = try FreePort.random()
    runningScript = try ServerScript(
      Self.mounting
        + PostgreSQLServer.user() + ["sh", "-c", Self.script, "sh", binaries, "\(port)"]
        + [primary.map { "host=\($0.folder) port=\($0.port) user=postgres" } ?? ""]
    )
    let words = runningScript.answer.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let folder = words.first, folder.hasPrefix("/") else {
      throw PostgreSQLServer.Absence(
        description: "PostgreSQL did not start: \(runningScript.answer)"
      )
    }
    self.folder = folder
    smallFolder = words.count > 1 ? words[1] : nil
    try PostgreSQLServer.wait(for: connectionString, log: folder + "/log")
  }

  /// The connection string of the superuser.
  package var connectionString: String {
    "host=\(folder) port=\(port) user=postgres dbname=postgres"
  }

  package func connect() throws -> PostgreSQLConnection {
    try PostgreSQLConnection(PostgreSQLOptions(connection: connectionString))
  }

  /// The URL of a store on the server.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - parameters: libpq parameters, which replace those of the superuser over the socket.
  /// - Returns: The URL.
  package func url(schema: String, _ parameters: [String: String] = [:]) -> URL {
    var components = URLComponents()
    components.scheme = "postgresql"
    components.host = ""
    components.path = "/postgres"
    var words = ["host": folder, "port": "\(port)", "user": "postgres", "schema": schema]
    words.merge(parameters) { _, new in new }
    components.queryItems = words.sorted { $0.key < $1.key }
      .map { URLQueryItem(name: $0.key, value: $0.value) }
    return components.url ?? URL(fileURLWithPath: "/nowhere")
  }

  /// The command prefix that allows it to mount a file system of its own.
  private static var mounting: [String] {
    geteuid() == 0 ? ["unshare", "-m", "sh", "-c", mount, "sh"] : []
  }

  private static let mount = """
    small=$(mktemp -d /tmp/small.XXXXXX)
    owner=$(id -u postgres 2>/dev/null || id -u nobody)
    if mount -t tmpfs -o size=12m,mode=700,uid=$owner tmpfs "$small"; then export SMALL="$small"; fi
    "$@"
    umount "$small"
    rmdir "$small"
    """

  private static let script = """
    bin=$1
    port=$2
    base=/tmp
    if [ -w /dev/shm ]; then base=/dev/shm; fi
    folder=$(mktemp -d $base/model-server.XXXXXX) || exit 1
    chmod 755 "$folder"
    cd "$folder"
    log="$folder/log"
    if [ -n "$3" ]
    then
      "$bin/pg_basebackup" -D "$folder/data" -R -X fetch --checkpoint=fast -d "$3" >"$log" 2>&1 </dev/null
    else
      "$bin/initdb" --auth=trust --username=postgres --encoding=UTF8 --locale=C.UTF-8 --no-sync \\
        --pgdata="$folder/data" >"$log" 2>&1 </dev/null
      for name in ca other
      do
        openssl req -new -x509 -days 2 -nodes -subj "/CN=$name" -keyout $name.key -out $name.crt
      done >>"$log" 2>&1
      openssl req -new -nodes -subj /CN=localhost -keyout server.key -out server.csr >>"$log" 2>&1
      openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 \\
        -out server.crt >>"$log" 2>&1
      chmod 600 *.key
      cp server.crt server.key data
      printf '%s\\n' 'local all postgres trust' 'local replication postgres trust' \\
        'local all all scram-sha-256' 'hostssl all all 127.0.0.1/32 scram-sha-256' >data/pg_hba.conf
    fi
    "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses=127.0.0.1 -c port=$port -c fsync=off \\
      -c ssl=on -c autovacuum=off -c max_wal_senders=4 >>"$log" 2>&1 </dev/null &
    server=$!
    echo "$folder $SMALL"
    exec >/dev/null
    cat >/dev/null
    kill -QUIT "$server" && wait "$server"
    cd /
    rm -rf "$folder"
    """
}
