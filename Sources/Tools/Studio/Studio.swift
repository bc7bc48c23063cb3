// Studio: a model in a browser, to look at and to edit.
//
// A request is guarded (`WebGuarding`), its address understood (`Site/StudioRoute.swift`), and answered with a page
// (`Pages/`) about the model as it is in the session (`Session/`). Forms are edits of `ModelEditing`, the same that
// `momgen edit` makes. The session watches the files; open pages follow by server-sent events.

import HTTPServer
import ModelEditing
import WebGuarding

/// The studio at work, from when it is made until it is stopped.
package final class Studio: Sendable {
  private let server: HTTPServer
  private let session: StudioSession
  private let token: FormToken

  /// Starts to serve a model on this machine.
  ///
  /// - Parameters:
  ///   - path: The model.
  ///   - port: Where to listen; 0 for a port that is free.
  ///   - generator: The program `momgen`, which writes reviews; nil if there is none.
  /// - Throws: Why the model cannot be edited, or the server cannot listen.
  package init(path: String, port: UInt16 = 0, generator: String? = nil) throws {
    let token = FormToken()
    self.token = token
    session = try StudioSession(path)
    var options = HTTPServerOptions()
    options.port = port
    options.bodyLimit = 1 << 22
    options.refusal = { HTTPResponse.plain($0, $1).guarded }
    let site = StudioSite(session: session, token: token, generator: generator)
    server = try HTTPServer(options) { await site.respond(to: $0) }
    session.follow()
  }

  /// What to open in a browser.
  package var address: String { "http://127.0.0.1:\(server.port)/\(token.text)/" }

  package var port: UInt16 { server.port }

  /// Stops, after what has begun was answered.
  ///
  /// Edits that were not saved are lost.
  package func stop() async {
    session.stop()
    await server.stop()
  }
}
