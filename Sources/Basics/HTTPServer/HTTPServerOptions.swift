/// The address and the limits of a server.
package struct HTTPServerOptions: Sendable {
  /// A numeric address or a name; by default only programs of this machine can connect.
  package var host = "127.0.0.1"

  /// The port; 0 for one that is free.
  package var port: UInt16 = 0

  /// The greatest number of connections; more wait until one ends.
  package var connectionLimit: UInt32 = 512

  /// The number of them that may be event streams; the others are for requests.
  package var streamLimit = 256

  /// The number of bytes that the body of a request may have.
  package var bodyLimit = 1 << 16

  /// The number of bytes that the first line and the headers of a request may have, roughly.
  package var headerLimit = 1 << 15

  /// After how many seconds of silence a connection is closed.
  package var idleSeconds: UInt32 = 30

  /// The number of seconds that a client has to send a whole request.
  package var requestSeconds: UInt32 = 30

  /// The interval at which a silent event stream is given a sign of life, in milliseconds.
  package var beatMilliseconds = 15_000

  /// Makes the answers that the server gives by itself, to requests that it does not hand over: of the status and a
  /// sentence that says why.
  package var refusal: @Sendable (HTTPStatus, String) -> HTTPResponse = { .plain($0, $1) }

  package init() {}
}
