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
      Prints the address to open. The pages follow whatever changes the store: other windows, this program
      on another terminal, or 'sqlite3'. Servers on several machines that have one PostgreSQL database follow
      each other; while another server takes the place of the database's, pages wait for it.

      There are no users and no passwords: everybody who can reach the server may change everything. By default
      only programs of this machine can.

      /metrics has the counters of the store in the text format of Prometheus; without --metrics only where it
      listens for this machine alone. What goes wrong in the store is logged to standard error.

      SIGINT (Ctrl-C) and SIGTERM end it; what has begun is finished first.
      """,
    group: "Everything",
    options: [
      .value(
        "port",
        .integer("PORT", in: 0...65_535),
        default: "8080",
        "Where it listens; 0 for a port that is free."
      ),
      .value("host", .text("ADDRESS"), default: "127.0.0.1", "On which address it listens."),
      .flag("metrics", "Answer /metrics to other machines too, if it listens for them."),
    ],
    examples: [
      Example("league serve", "Open http://127.0.0.1:8080/ in a browser."),
      Example("league serve --store-type memory --port 0", "Try it without keeping anything."),
    ]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    ServerLog.start()
    var options = HTTPServerOptions()
    options.port = UInt16(clamping: arguments.integer("port") ?? 8080)
    options.host = arguments.value("host") ?? options.host
    // Before anything is started, so that an early signal is not lost.
    let ending = EndSignal([SIGINT, SIGTERM], second: .ends)
    let web = try LeagueWeb(
      try LeagueStore(session.location, postsRemoteChanges: true),
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
