import CMicroHTTPD

/// A connection of the C library, as far as it may be touched by other threads than the library's.
struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  /// A number that no other open connection has.
  var number: Int { Int(bitPattern: pointer) }

  /// Lets the library forget the connection for a while.
  ///
  /// Only the library's thread may call this, in a callback.
  func suspend() {
    MHD_suspend_connection(pointer)
  }

  /// Goes on with a connection that was suspended.
  func resume() {
    MHD_resume_connection(pointer)
  }
}
