import CommandLineParsing
import Dispatch
import Files
import HTTPServer
import LeagueOperations
import LeagueWeb

/// `league serve`: runs the web application.
enum ServeVerb: Verb {
  static let noun: Noun? = nil

  static let command = Command(
    "serve",
    "Show the teams and players in a browser.",
    discussion: """
      Prints the address to open. The pages show each change of the store, by other windows, this program on
      another terminal, or 'sqlite3'. Servers on several machines may share one PostgreSQL database and show
      each other's changes; during a failover of the database, pages wait.

      There are no users and no passwords: all users that can reach the server may change everything. By
      default only programs on this machine can.

      /metrics has the counters of the store in the text format of Prometheus; without --metrics only if the
      server listens on a local address. Errors of the store are logged to standard error.

      SIGINT (Ctrl-C) and SIGTERM end it, after it has finished open requests.
      """,
    group: "Everything",
    options: [
      .value(
        "port",
        .integer("PORT", in: 0...65_535),
        default: "8080",
        "The port; 0 chooses a free one."
      ),
      .value(
        "host",
        .text("ADDRESS"),
        default: "127.0.0.1",
        "The address on which the server listens."
      ),
      .flag(
        "metrics",
        "Serve /metrics to other machines too, if the server listens on their network."
      ),
    ],
    examples: [
      Example("league serve", "Open http://127.0.0.1:8080/ in a browser."),
      Example("league serve --store-type memory --port 0", "Try it without storing anything."),
    ]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    ServerLog.start()
    var options = HTTPServerOptions()
    options.port = UInt16(clamping: arguments.integer("port") ?? 8080)
    options.host = arguments.value("host") ?? options.host
    // Before anything is started, so that an early signal is not lost.
    let ending = try EndSignal([SIGINT, SIGTERM], second: .ends)
    let web = try LeagueWeb(
      try LeagueStore(session.location, observesRemoteChanges: true),
      options,
      showsMetrics: arguments.has("metrics") ? true : nil
    )
    try session.console.write("The league is at \(web.address) until Ctrl-C is pressed.\n")
    ending.wait()
    let isStopped = DispatchSemaphore(value: 0)
    Task {
      await web.stop()
      isStopped.signal()
    }
    isStopped.wait()
  }
}
