import CSQLite
import SQLDriver
import Synchronization

/// Stops a running statement from another thread; the lock keeps the connection from closing meanwhile.
final class SQLiteInterrupter: SQLInterrupter {
  // Protected by the lock of the `Mutex` it is in.
  private struct Target: @unchecked Sendable {
    var pointer: OpaquePointer?
  }

  private let target: Mutex<Target>

  init(_ pointer: OpaquePointer) {
    target = Mutex(Target(pointer: pointer))
  }

  func interrupt() {
    target.withLock { target in
      if let pointer = target.pointer { sqlite3_interrupt(pointer) }
    }
  }

  func end() {
    target.withLock { $0.pointer = nil }
  }
}
