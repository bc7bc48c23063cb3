// Studio: a model and a store in a browser, to look at and to edit.
//
// A request is guarded (`WebGuarding`), its address parsed (`Site/StudioRoute.swift`), and answered with a page
// (`Pages/`) of the model in the session (`Session/`). Forms are edits of `ModelEditing`, the same that
// `momgen edit` makes. Stores are browsed, and edited if that is allowed (`StoreBrowsing`). The sessions watch the
// files; open pages are updated by server-sent events.

import HTTPServer
import ModelEditing
import StoreBrowsing
import WebGuarding

/// The running studio, from its initialization until it is stopped.
package final class Studio: Sendable {
  private let server: HTTPServer
  private let live = LiveStreams()
  private let token: FormToken

  /// Starts to serve a model, a store or both on this machine.
  ///
  ///   - model: The path of the model, which need not exist yet; nil for a store alone.
  ///   - store: The path or the URL of the store; nil for a model alone.
  ///   - editing: The editing mode of the store.
  ///   - port: The port to listen on; 0 for a free port.
  ///   - generator: The program `momgen`, which writes reviews; nil if there is none.
  /// - Throws: The reason why the model cannot be edited, the store cannot be read, or the server cannot listen.
  package init(
    model: String?,
    store: String? = nil,
    editing: StoreEditing = .never,
    port: UInt16 = 0,
    generator: String? = nil
  ) throws {
    let token = FormToken()
    self.token = token
    let live = live
    let session = try model.map { try StudioSession($0, live) }
    let browsed = store.map { word in
      StoreSession(
        word,
        live,
        editing: editing,
        versions: .init(
          candidates: { session?.candidates() ?? [] },
          timestamps: { session?.current.files }
        )
      )
    }
    // A store that cannot be opened is an error of the command line.
    if model == nil { _ = try browsed?.inspection() }
    var options = HTTPServerOptions()
    options.port = port
    // Values of binary attributes are submitted in forms.
    options.bodyLimit = editing == .never ? 1 << 22 : 1 << 24
    options.refusal = { HTTPResponse.plain($0, $1).guarded }
    let site = StudioSite(
      session: session,
      store: browsed,
      live: live,
      token: token,
      generator: generator
    )
    server = try HTTPServer(options) { await site.respond(to: $0) }
    live.follow {
      session?.look()
      browsed?.look()
    }
    if let browsed, browsed.isOnServer {
      live.follow(everyMilliseconds: 1_000) { browsed.lookAtServer() }
    }
  }

  /// The address to open in a browser.
  package var address: String { "http://127.0.0.1:\(server.port)/\(token.text)/" }

  package var port: UInt16 { server.port }

  /// Stops, after answering pending requests.
  ///
  /// Edits that were not saved are lost.
  package func stop() async {
    live.stop()
    await server.stop()
  }
}
