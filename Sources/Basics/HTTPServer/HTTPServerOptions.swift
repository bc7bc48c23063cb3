/// The address and the limits of a server.
package struct HTTPServerOptions: Sendable {
  /// A numeric address or a name; by default only programs of this machine can connect.
  package var host = "127.0.0.1"

  /// The port; 0 for a free one.
  package var port: UInt16 = 0

  /// The greatest number of connections; more wait until one ends.
  package var connectionLimit: UInt32 = 512

  /// The greatest number of event streams among them; the others are for requests.
  package var streamLimit = 256

  /// The greatest number of bytes in the body of a request.
  package var bodyLimit = 1 << 16

  /// The approximate greatest number of bytes in the first line and the headers of a request.
  package var headerLimit = 1 << 15

  /// The number of seconds after which a silent connection is closed.
  package var idleSeconds: UInt32 = 30

  /// The number of seconds that a client has to send a whole request.
  package var requestSeconds: UInt32 = 30

  /// The interval at which a sign of life is sent on a silent event stream, in milliseconds.
  package var beatMilliseconds = 15_000

  /// Creates the answers of the server itself, to requests that it does not pass to the responder, from the status
  /// and a sentence with the reason.
  package var refusal: @Sendable (HTTPStatus, String) -> HTTPResponse = { .plain($0, $1) }

  package init() {}
}
