/// The body of a request while it arrives.
///
/// A body that is too large is discarded. It is still read to its end if that is not too far away: a client that is
/// sending does not read, and a connection that is closed meanwhile looks like a failure and not like an answer.
struct RequestBody {
  private let limit: Int
  private var received = 0
  private(set) var bytes: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  private var discardedLimit: Int { max(limit, 1 << 16) * 16 }

  var isTooLarge: Bool { received > limit }

  /// Records the length in the headers.
  ///
  /// - Returns: Whether the body may be sent; if not, it is too large.
  func announce(_ headers: HTTPHeaders) -> Bool {
    guard let text = headers["Content-Length"] else { return true }
    // A number that overflows is too large in any case.
    let length = Int(text) ?? .max
    let isAsking = headers["Expect"] != nil
    return length <= (isAsking ? limit : discardedLimit)
  }

  /// Appends the next part.
  ///
  /// - Returns: Whether the connection may continue.
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
