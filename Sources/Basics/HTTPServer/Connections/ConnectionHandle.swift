import CMicroHTTPD

/// A connection of the C library, with the operations that other threads than the library's may use.
struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  /// A number that no other open connection has.
  var number: Int { Int(bitPattern: pointer) }

  /// Suspends the processing of the connection.
  ///
  /// Only the library's thread may call this, in a callback.
  func suspend() {
    MHD_suspend_connection(pointer)
  }

  /// Resumes a suspended connection.
  func resume() {
    MHD_resume_connection(pointer)
  }
}
