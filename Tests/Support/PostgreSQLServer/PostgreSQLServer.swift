import Foundation
import PostgreSQLDriver
import SQLDriver

/// A PostgreSQL server for the tests, which lives as long as the process.
///
/// It is started by the first test that uses it: a new cluster in a temporary folder, with a socket in that folder,
/// so that no port can conflict. The folder is in memory if there is room: schemas are thousands of small files. A
/// shell waits for the end of a pipe that this process holds open. When the process exits, however it does, the pipe
/// is closed, and the shell stops the server and removes the folder.
package struct PostgreSQLServer: Sendable {
  /// The connection string of the server's default database.
  package let connectionString: String

  /// The folder of the server's socket, which replaces a host.
  package let folder: String

  /// The server, or the reason it is unavailable; the same for all tests of a process.
  package static let shared: Result<PostgreSQLServer, Absence> = start()

  /// The reason no server is available.
  package struct Absence: Error, CustomStringConvertible {
    package let description: String
  }

  /// A new connection to a database of the server.
  ///
  /// - Throws: ``Absence`` if there is no server: the test fails then.
  package static func connect(
    database: String = "postgres",
    lockTimeoutMilliseconds: Int32 = 5_000,
    answerTimeoutMilliseconds: Int32 = 0,
    keepsSessionState: Bool = true
  ) throws -> PostgreSQLConnection {
    try PostgreSQLConnection(
      PostgreSQLOptions(
        connection: shared.get().connectionString + " dbname=\(database)",
        lockTimeoutMilliseconds: lockTimeoutMilliseconds,
        answerTimeoutMilliseconds: answerTimeoutMilliseconds,
        keepsSessionState: keepsSessionState
      )
    )
  }
}

extension PostgreSQLServer {
  private static func start() -> Result<PostgreSQLServer, Absence> {
    guard let binaries = findBinaries() else {
      return .failure(
        Absence(description: "PostgreSQL is not installed (apt-get install postgresql-15)")
      )
    }
    do {
      let folder = try launch(binaries: binaries)
      let server = PostgreSQLServer(
        connectionString: "host=\(folder) port=5432 user=postgres dbname=postgres",
        folder: folder
      )
      try wait(for: server.connectionString, log: folder + "/log")
      return .success(server)
    } catch let absence as Absence {
      return .failure(absence)
    } catch {
      return .failure(Absence(description: "PostgreSQL did not start: \(error)"))
    }
  }

  /// The binaries folder of the newest server installed from Debian's packages.
  static func findBinaries() -> String? {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap { Int($0) }.sorted(by: >)
      .map { "\(root)/\($0)/bin" }
      .first { FileManager.default.isExecutableFile(atPath: "\($0)/postgres") }
  }

  /// PostgreSQL refuses to run as root; then it is run as its own user, or as `nobody`.
  static func user() -> [String] {
    guard geteuid() == 0 else { return [] }
    let name = getpwnam("postgres") == nil ? "nobody" : "postgres"
    return [
      "setpriv", "--reuid=\(name)", "--regid=\(getpwnam(name)?.pointee.pw_gid ?? 65_534)",
      "--clear-groups", "--",
    ]
  }

  /// - Returns: The folder that the shell has made.
  private static func launch(binaries: String) throws -> String {
    let running = try ServerScript(user() + ["sh", "-c", script, "sh", binaries])
    runningScripts.append(running)
    let folder = running.answer.trimmingCharacters(in: .whitespacesAndNewlines)
    guard folder.hasPrefix("/") else {
      throw Absence(description: "PostgreSQL did not start: \(folder)")
    }
    return folder
  }

  private static let script = """
    bin=$1
    base=/tmp
    if [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -gt 1000000 ]
    then
      base=/dev/shm
    fi
    folder=$(mktemp -d $base/model-tests.XXXXXX) || exit 1
    chmod 755 "$folder"
    log="$folder/log"
    if "$bin/initdb" --auth=trust --username=postgres --encoding=UTF8 --locale=C.UTF-8 --no-sync \\
      --pgdata="$folder/data" >"$log" 2>&1 </dev/null
    then
      "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c port=5432 -c fsync=off \\
        -c synchronous_commit=off -c full_page_writes=off -c max_wal_senders=1 \\
        -c max_wal_size=128MB -c min_wal_size=32MB -c autovacuum=off -c max_locks_per_transaction=1024 -c log_min_messages=panic \\
        -c log_min_error_statement=panic >>"$log" 2>&1 </dev/null &
      server=$!
    fi
    echo "$folder"
    exec >/dev/null
    cat >/dev/null
    [ -n "$server" ] && kill -QUIT "$server" && wait "$server"
    rm -rf "$folder"
    """

  /// Waits until a server accepts connections.
  static func wait(for connectionString: String, log: String) throws {
    let deadline = Date(timeIntervalSinceNow: 30)
    var options = PostgreSQLOptions(connection: connectionString)
    options.lockTimeoutMilliseconds = 0
    while true {
      do {
        try PostgreSQLConnection(options).close()
        return
      } catch {
        if Date() > deadline {
          let log = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
          throw Absence(description: "PostgreSQL did not start: \(error)\n\(log)")
        }
        usleep(20_000)
      }
    }
  }
}

/// Scripts that must run until the process exits.
///
/// Written once, by the initializer of ``PostgreSQLServer/shared``.
private nonisolated(unsafe) var runningScripts: [ServerScript] = []
