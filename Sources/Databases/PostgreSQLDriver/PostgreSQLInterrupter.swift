import CLibPQ
import SQLDriver
import Synchronization

/// Asks the server to stop a running statement, over a connection of its own as PostgreSQL wants it.
final class PostgreSQLInterrupter: SQLInterrupter {
  // Protected by the lock of the `Mutex` it is in.
  private struct Target: @unchecked Sendable {
    var cancel: OpaquePointer?
  }

  private let target: Mutex<Target>

  init(_ connection: OpaquePointer) {
    target = Mutex(Target(cancel: PQgetCancel(connection)))
  }

  deinit {
    end()
  }

  func interrupt() {
    target.withLock { target in
      guard let cancel = target.cancel else { return }
      // The words of a failure are of no use: the statement then simply goes on.
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { words in
        _ = PQcancel(cancel, words.baseAddress, 256)
      }
    }
  }

  func end() {
    target.withLock { target in
      PQfreeCancel(target.cancel)
      target.cancel = nil
    }
  }
}
