import Files
import Synchronization

/// The deadlines by which connections must have sent a whole request.
///
/// The library closes silent connections. One that sends a byte now and then is never silent, and could keep its slot
/// forever; this class closes it.
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

  /// Starts the deadline for the next request.
  func expectRequest(_ connection: ConnectionHandle) {
    entries.withLock { $0[connection.number]?.deadline = .now + allowance }
  }

  /// Clears the deadline, because a request has arrived; answering it may take long.
  func noteRequest(_ connection: ConnectionHandle) {
    entries.withLock { $0[connection.number]?.deadline = nil }
  }

  /// Removes a connection.
  ///
  /// The library closes the socket after this, and not before; so no other socket can have its number here.
  func end(_ connection: ConnectionHandle) {
    entries.withLock { $0[connection.number] = nil }
  }

  /// Closes the connections whose deadline has passed; the library's thread detects that by itself.
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
