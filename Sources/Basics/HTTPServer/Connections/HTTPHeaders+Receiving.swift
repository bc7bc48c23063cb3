import CMicroHTTPD

extension HTTPHeaders {
  /// Reads the headers of the request that a connection has received.
  init(of connection: ConnectionHandle) {
    var headers = HTTPHeaders()
    withUnsafeMutablePointer(to: &headers) { pointer in
      _ = MHD_get_connection_values(
        connection.pointer,
        .HEADER_KIND,
        { context, _, name, value in
          if let context, let name {
            context.assumingMemoryBound(to: HTTPHeaders.self).pointee
              .add(String(cString: name), value.map { String(cString: $0) } ?? "")
          }
          return .YES
        },
        pointer
      )
    }
    self = headers
  }
}
