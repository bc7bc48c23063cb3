import Dispatch
import Foundation

/// A client that sends arbitrary bytes, well-formed HTTP or not.
///
/// It blocks threads of its own: those of Swift's tasks are needed by the server.
package final class RawClient: Sendable {
  package struct Failure: Error {
    package let reason: String
  }

  private let socket: Int32

  /// Connects to a local port.
  package init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure(reason: "no socket") }
    if var receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var timeout = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(reason: "cannot connect: \(errno)") }
  }

  deinit {
    close(socket)
  }

  package func send(_ text: String) async {
    await send(Array(text.utf8))
  }

  /// Sends bytes; that the server has stopped receiving is not an error.
  package func send(_ bytes: [UInt8]) async {
    await offMain { [socket] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Shuts down the sending side.
  package func endSending() {
    shutdown(socket, Int32(SHUT_WR))
  }

  /// Receives until the other side closes, or a condition holds for the received bytes.
  package func receive(
    until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> String {
    try await offMain { [socket] in
      var received: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while !isEnough(String(decoding: received, as: UTF8.self)) {
        let count = recv(socket, &buffer, buffer.count, 0)
        if count == 0 || (count < 0 && errno == ECONNRESET) { break }
        guard count > 0 else { throw Failure(reason: "nothing came for a minute") }
        received += buffer[..<count]
      }
      return String(decoding: received, as: UTF8.self)
    }
  }

  /// Sends a request and receives until the server closes the connection.
  package func exchange(_ request: String) async throws -> String {
    await send(request)
    return try await receive()
  }

  private func offMain<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
  }

  private func offMain(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        work()
        continuation.resume()
      }
    }
  }
}
