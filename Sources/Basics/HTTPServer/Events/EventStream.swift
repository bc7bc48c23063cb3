import Synchronization

/// A queue of events for one client.
///
/// Senders send events from any thread, and never block: events that the client has not received yet are queued, up
/// to a limit. A client that falls behind further is disconnected; browsers then reconnect with the identifier of the
/// last event that they have received.
package final class EventStream: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var taken = 0
    var end: End?
    var waiting: ConnectionHandle?
    var actions: [@Sendable () -> Void] = []
    var isSilent = true

    mutating func append(_ bytes: [UInt8]) {
      // The sent part is removed when it is the larger one, so that each byte is moved only once.
      if taken > pending.count / 2 {
        pending.removeFirst(taken)
        taken = 0
      }
      pending += bytes
    }
  }

  /// The way in which a stream ends.
  private enum End {
    case complete
    case broken
  }

  /// The bytes to be sent.
  enum Portion {
    case bytes(Int)
    case nothingYet
    case end
    case brokenEnd
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Creates a stream.
  ///
  /// - Parameter capacity: The greatest number of queued bytes.
  package init(capacity: Int = 1 << 20) {
    self.capacity = capacity
  }

  /// Sends an event.
  ///
  /// - Returns: Whether the client is still connected.
  @discardableResult
  package func send(_ event: ServerSentEvent) -> Bool {
    send(event.bytes)
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var actions: [@Sendable () -> Void] = []
    let isOpen = state.withLock { state in
      guard state.end == nil else { return false }
      guard state.pending.count - state.taken + bytes.count <= capacity else {
        actions = end(&state, .broken)
        return false
      }
      state.isSilent = false
      state.append(bytes)
      wake(&state)
      return true
    }
    for action in actions { action() }
    return isOpen
  }

  /// Ends the stream after the queued events.
  package func close() {
    finish(.complete)
  }

  /// Calls a closure when either side has ended the stream; at once if it has ended.
  package func whenEnded(_ action: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if state.end == nil { state.actions.append(action) }
      return state.end != nil
    }
    if hasEnded { action() }
  }

  /// Sends a comment as a sign of life if nothing was sent since the last call.
  func beat() {
    let isDue = state.withLock { state in
      defer { state.isSilent = true }
      return state.isSilent && state.pending.count == state.taken
    }
    if isDue { _ = send(ServerSentEvent.beat) }
  }

  /// Records that the client is disconnected, or that there is no time to send it anything more.
  func abandon() {
    finish(.broken)
  }

  private func finish(_ end: End) {
    let actions = state.withLock { state in state.end == nil ? self.end(&state, end) : [] }
    for action in actions { action() }
  }

  private func end(_ state: inout State, _ end: End) -> [@Sendable () -> Void] {
    state.end = end
    wake(&state)
    defer { state.actions = [] }
    return state.actions
  }

  private func wake(_ state: inout State) {
    state.waiting?.resume()
    state.waiting = nil
  }

  /// Takes the next bytes to send.
  ///
  /// If there are none, the connection is suspended until there are. This happens under the lock, so that no event
  /// comes between.
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>, of connection: ConnectionHandle)
    -> Portion
  {
    state.withLock { state in
      let available = state.pending.count - state.taken
      guard available > 0 || state.end != nil else {
        state.waiting = connection
        connection.suspend()
        return .nothingYet
      }
      if state.end == .broken { return .brokenEnd }
      guard available > 0 else { return .end }
      let count = min(available, buffer.count)
      let portion = state.pending[state.taken..<state.taken + count]
      _ = buffer.update(fromContentsOf: portion)
      state.taken += count
      return .bytes(count)
    }
  }
}
