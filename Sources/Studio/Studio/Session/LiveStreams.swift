import Dispatch
import HTTPServer
import Synchronization
import WebSites

/// The streams of events by which open pages follow what they show, and the timer that looks for changes.
final class LiveStreams: Sendable {
  private let streams = PageStreams()
  private let count = Atomic<Int>(0)
  private let timer = Mutex<TimerBox?>(nil)

  // A source is thread-safe and not marked so.
  private struct TimerBox: @unchecked Sendable {
    let source: any DispatchSourceTimer
  }

  /// Sends an event to all open pages.
  func announce(_ event: String) {
    count.add(1, ordering: .sequentiallyConsistent)
    streams.send(ServerSentEvent(event, data: "model"))
  }

  /// The number of events, by which a page says what it shows.
  var revision: Int { count.load(ordering: .sequentiallyConsistent) }

  /// A stream of events for a page, which gets at once what happened since it was made.
  func events(since revision: Int?) -> EventStream {
    let stream = EventStream(capacity: 1 << 16)
    streams.add(stream)
    if let revision, revision != self.revision {
      stream.send(ServerSentEvent("changed", data: "model"))
    }
    return stream
  }

  /// Calls `look` four times a second from now on.
  func follow(_ look: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "studio.files"))
    source.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250))
    source.setEventHandler { look() }
    source.resume()
    timer.withLock { $0 = TimerBox(source: source) }
  }

  func stop() {
    timer.withLock { timer in
      timer?.source.cancel()
      timer = nil
    }
    streams.close()
  }
}
