import CMicroHTTPD

/// Passes a response to the library.
struct OutgoingResponse {
  private let response: HTTPResponse
  private let connection: ConnectionHandle

  init(_ response: HTTPResponse, to connection: ConnectionHandle) {
    self.response = response
    self.connection = connection
  }

  /// Queues the response.
  ///
  /// - Returns: Whether the library accepted it; if not, the connection must be closed.
  func queue() -> Bool {
    guard let pointer = makeResponse() else { return false }
    defer { MHD_destroy_response(pointer) }
    for field in response.headers.fields {
      // The library refuses headers that would be split, for example by line ends.
      guard MHD_add_response_header(pointer, field.name, field.value) == .YES else {
        return OutgoingResponse(
          .plain(.internalServerError, "The answer had a header that cannot be sent."),
          to: connection
        ).queue()
      }
    }
    let status = UInt32(response.status.rawValue)
    return MHD_queue_response(connection.pointer, status, pointer) == .YES
  }

  private func makeResponse() -> OpaquePointer? {
    switch response.body {
    case .bytes(var bytes):
      return bytes.withUnsafeMutableBytes { buffer in
        MHD_create_response_from_buffer(
          buffer.count,
          buffer.baseAddress,
          .RESPMEM_MUST_COPY
        )
      }
    case .events(let events):
      let source = EventSource(events: events, connection: connection)
      return MHD_create_response_from_callback(
        CMicroHTTPD_unknownSize(),
        1 << 12,
        { context, _, buffer, size in
          guard let context, let buffer else { return -2 }
          return Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue()
            .read(into: buffer, size)
        },
        Unmanaged.passRetained(source).toOpaque(),
        { context in
          if let context { Unmanaged<EventSource>.fromOpaque(context).release() }
        }
      )
    }
  }
}

/// The source of the next bytes of a stream, which the library calls.
private final class EventSource {
  private let events: EventStream
  private let connection: ConnectionHandle

  /// `MHD_CONTENT_READER_END_OF_STREAM` and `…_WITH_ERROR`, which are macros that Swift does not import.
  private static let end = -1
  private static let brokenEnd = -2

  init(events: EventStream, connection: ConnectionHandle) {
    self.events = events
    self.connection = connection
  }

  func read(into buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int {
    buffer.withMemoryRebound(to: UInt8.self, capacity: size) { start in
      let buffer = UnsafeMutableBufferPointer(start: start, count: size)
      switch events.read(into: buffer, of: connection) {
      case .bytes(let count): return count
      case .nothingYet: return 0
      case .end: return Self.end
      case .brokenEnd: return Self.brokenEnd
      }
    }
  }
}
