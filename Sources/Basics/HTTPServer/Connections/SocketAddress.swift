import Files

/// An address on which to listen.
struct SocketAddress {
  private var storage: sockaddr_storage

  /// Resolves a name or number to its first address.
  init(host: String, port: UInt16) throws(HTTPServerError) {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    guard code == 0, let first = list?.pointee, let address = first.ai_addr else {
      throw HTTPServerError("'\(host)' is not an address: \(String(cString: gai_strerror(code)))")
    }
    defer { freeaddrinfo(list) }
    storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) { bytes in
      bytes.copyMemory(
        from: UnsafeRawBufferPointer(start: address, count: min(Int(first.ai_addrlen), bytes.count))
      )
    }
  }

  var isVersion6: Bool { Int32(storage.ss_family) == AF_INET6 }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }
}
