// LeagueWeb: the League app as a small web application, over the same operations as the command line.
//
// A request is checked (`Guarding/`), its path parsed (`Routing/Route.swift`), and answered with a page
// (`Pages/`) whose markup is always escaped (`HTML/`). Pages work without the script. With it, they follow the
// store: a fetched results controller observes what each page shows, and the changes that it reports are sent as
// server-sent events (`Live/`) to the script, which applies them to the list on the page.

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
  ///   - options: The address, and limits.
  ///   - showsMetrics: Whether `/metrics` returns the runtime's counters. If nil, only if the server can be reached
  ///     from this machine alone.
  /// - Throws: The reason why the server cannot listen there.
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

  /// Stops, after answering pending requests.
  package func stop() async {
    await server.stop()
  }
}
