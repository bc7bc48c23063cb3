import Files
import Synchronization

/// The time that each connection still has to send a whole request.
///
/// The library ends connections that are silent. One that sends a byte now and then is never silent, and so could
/// keep its place for ever; this is what ends it.
final class ConnectionDeadlines: Sendable {
  private struct Entry {
    let socket: Int32
    var deadline: ContinuousClock.Instant?
  }

  private let allowance: Duration
  private let entries = Mutex<[Int: Entry]>([:])

  init(allowance: Duration) {
    self.allowance = allowance
  }

  var count: Int { entries.withLock { $0.count } }

  func begin(_ connection: ConnectionHandle, socket: Int32) {
    let entry = Entry(socket: socket, deadline: .now + allowance)
    entries.withLock { $0[connection.number] = entry }
  }

  /// The next request is waited for.
  func expectRequest(_ connection: ConnectionHandle) {
    entries.withLock { $0[connection.number]?.deadline = .now + allowance }
  }

  /// A request is there; answering it may take its time.
  func noteRequest(_ connection: ConnectionHandle) {
    entries.withLock { $0[connection.number]?.deadline = nil }
  }

  /// The library closes the socket after this, and not before; so no other socket can have its number here.
  func end(_ connection: ConnectionHandle) {
    entries.withLock { $0[connection.number] = nil }
  }

  /// Ends the connections whose time is over; the library's thread finds out by itself.
  func enforce() {
    let now = ContinuousClock.now
    entries.withLock { entries in
      for entry in entries.values {
        guard let deadline = entry.deadline, deadline < now else { continue }
        shutdown(entry.socket, Int32(SHUT_RDWR))
      }
    }
  }
}
