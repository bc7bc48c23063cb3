import CMicroHTTPD
import Files

/// The running library: a thread that reads requests and writes answers.
final class Daemon: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// The argument of callbacks; retained as long as the library may call them.
  private let context: Unmanaged<ServerCore>

  let port: UInt16

  init(_ core: ServerCore) throws(HTTPServerError) {
    let options = core.options
    let address = try SocketAddress(host: options.host, port: options.port)
    context = Unmanaged.passRetained(core)
    var settings = CMicroHTTPDOptions()
    // Not epoll: with it, some versions of the library miss an end that comes right after data.
    settings.flags =
      MHD_USE_POLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
      | (address.isVersion6 ? MHD_USE_IPv6.rawValue : 0)
    settings.connectionLimit = options.connectionLimit
    settings.idleSeconds = options.idleSeconds
    settings.memoryLimit = options.headerLimit
    settings.context = context.toOpaque()
    Self.setCallbacks(of: &settings)
    let pointer = address.withPointer { address in
      settings.address = address
      errno = 0
      return CMicroHTTPD_start(&settings)
    }
    guard let pointer else {
      let reason = errno == 0 ? "the library refused" : String(cString: strerror(errno))
      context.release()
      throw HTTPServerError("cannot listen on \(options.host) port \(options.port): \(reason)")
    }
    self.pointer = pointer
    port = CMicroHTTPD_port(pointer)
  }

  /// Stops accepting connections.
  ///
  /// - Returns: The listening socket, to be passed to ``stop(listener:)``.
  func quiesce() -> Int32 {
    MHD_quiesce_daemon(pointer)
  }

  /// Closes all connections, which must not be suspended, and ends the thread; called once.
  func stop(listener: Int32) {
    MHD_stop_daemon(pointer)
    if listener >= 0 { close(listener) }
    context.release()
  }

  private static func setCallbacks(of settings: inout CMicroHTTPDOptions) {
    settings.onTarget = { context, target, connection in
      guard let core = Daemon.core(context), let target, let connection else { return nil }
      let exchange = Exchange(
        ConnectionHandle(pointer: connection),
        target: String(cString: target),
        server: core
      )
      core.begin(exchange)
      return Unmanaged.passRetained(exchange).toOpaque()
    }
    settings.onRequest = { _, _, _, method, _, upload, size, state in
      guard let exchange = Daemon.exchange(state?.pointee), let method, let size else {
        return .NO
      }
      let part = size.pointee > 0 ? UnsafeRawBufferPointer(start: upload, count: size.pointee) : nil
      size.pointee = 0
      return exchange.proceed(method: String(cString: method), upload: part) ? .YES : .NO
    }
    settings.onCompletion = { context, connection, state, _ in
      guard let core = Daemon.core(context), let exchange = Daemon.exchange(state?.pointee) else {
        return
      }
      core.deadlines.expectRequest(exchange.connection)
      core.end(exchange)
      Unmanaged.passUnretained(exchange).release()
      state?.pointee = nil
    }
    settings.onConnection = { context, connection, _, event in
      guard let core = Daemon.core(context), let connection else { return }
      let handle = ConnectionHandle(pointer: connection)
      if event == .CONNECTION_NOTIFY_STARTED {
        core.deadlines.begin(handle, socket: CMicroHTTPD_socket(connection))
      } else {
        core.deadlines.end(handle)
      }
    }
  }

  private static func core(_ context: UnsafeMutableRawPointer?) -> ServerCore? {
    context.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func exchange(_ state: UnsafeMutableRawPointer?) -> Exchange? {
    state.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
  }
}
