import Dispatch
import HTTPServer
import Synchronization
import WebSites

/// The streams of events by which open pages follow what they show, and the timer that looks for changes.
final class LiveStreams: Sendable {
  private let streams = PageStreams()
  private let timer = Mutex<TimerBox?>(nil)

  // A source is thread-safe and not marked so.
  private struct TimerBox: @unchecked Sendable {
    let source: any DispatchSourceTimer
  }

  /// Sends an event to all open pages.
  func announce(_ event: String) {
    streams.send(ServerSentEvent(event, data: "model"))
  }

  /// A stream of events for a page.
  func events() -> EventStream {
    let stream = EventStream(capacity: 1 << 16)
    streams.add(stream)
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
