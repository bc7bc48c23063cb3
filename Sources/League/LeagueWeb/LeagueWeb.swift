// LeagueWeb: the League app as a small web application, over the same operations as the command line.
//
// A request is checked (`Guarding/`), its path understood (`Routing/Route.swift`), and answered with a page
// (`Pages/`) made of markup that cannot be unescaped (`HTML/`). Pages work without script. With it, they follow the
// store: a fetched results controller watches what each page shows, and the changes that it reports travel as
// server-sent events (`Live/`) to the script, which does the same to the list on the page.

import Dispatch
import HTTPServer
import LeagueOperations
import WebGuarding
import WebPages

/// The running web application, from its initialization until it is stopped.
package final class LeagueWeb: Sendable {
  private let server: HTTPServer
  private let host: String

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - store: The store, opened with notifications of changes by other programs.
  ///   - options: Where to listen, and with which limits.
  ///   - showsMetrics: Whether `/metrics` is answered, with what the runtime has counted. If nil, it is where only
  ///     programs of this machine can ask.
  /// - Throws: Why it is not possible to listen there.
  package init(
    _ store: LeagueStore,
    _ options: HTTPServerOptions,
    showsMetrics: Bool? = nil
  ) throws(HTTPServerError) {
    let token = FormToken()
    let site = LeagueSite(
      store: store,
      feeds: LiveFeeds(store),
      requestGuard: RequestGuard(host: options.host, token: token),
      showsMetrics: showsMetrics ?? ["127.0.0.1", "::1", "localhost"].contains(options.host),
      queue: DispatchQueue(label: "league.store")
    )
    host = options.host
    var options = options
    options.refusal = { status, text in
      Answer.page(.refusal(status, text), status).response(token: token).guarded
    }
    server = try HTTPServer(options) { await site.respond(to: $0) }
  }

  /// The address to open in a browser.
  package var address: String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(server.port)/"
  }

  /// The port on which it listens.
  package var port: UInt16 { server.port }

  /// Stops, after what has begun was answered.
  package func stop() async {
    await server.stop()
  }
}
