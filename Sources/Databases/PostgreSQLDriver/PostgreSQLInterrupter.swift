import CLibPQ
import SQLDriver
import Synchronization

/// Cancels a running statement over a connection of its own, as PostgreSQL requires.
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
      // The message of a failure is not used: the statement then simply continues.
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
