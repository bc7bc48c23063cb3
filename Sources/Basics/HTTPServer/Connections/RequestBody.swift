/// The body of a request while it arrives.
///
/// Of one that is too large nothing is kept. It is still read to its end if that is not too far away: a client that
/// is sending does not listen, and a connection that is closed under it looks like a failure and not like an answer.
struct RequestBody {
  private let limit: Int
  private var received = 0
  private(set) var bytes: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  private var discardedLimit: Int { max(limit, 1 << 16) * 16 }

  var isTooLarge: Bool { received > limit }

  /// Takes note of what the headers say about the body.
  ///
  /// - Returns: Whether the body may be sent; if not, it is too large.
  func announce(_ headers: HTTPHeaders) -> Bool {
    guard let text = headers["Content-Length"] else { return true }
    // A number too large for us is too large in any case.
    let length = Int(text) ?? .max
    let isAsking = headers["Expect"] != nil
    return length <= (isAsking ? limit : discardedLimit)
  }

  /// Takes the next part.
  ///
  /// - Returns: Whether to go on with the connection.
  mutating func append(_ part: UnsafeRawBufferPointer) -> Bool {
    received += part.count
    if isTooLarge {
      bytes = []
    } else {
      bytes += part
    }
    return received <= discardedLimit
  }
}
