import Dispatch
import HTTPServer
import Synchronization
import WebSites

/// The event streams of open pages, and the timer that looks for changes.
final class LiveStreams: Sendable {
  private let streams = PageStreams()
  private let count = Atomic<Int>(0)
  private let timers = Mutex<[TimerBox]>([])

  // The source is thread-safe but not marked as sendable.
  private struct TimerBox: @unchecked Sendable {
    let source: any DispatchSourceTimer
  }

  /// Sends an event to all open pages.
  func announce(_ event: String) {
    count.add(1, ordering: .sequentiallyConsistent)
    streams.send(ServerSentEvent(event, data: "model"))
  }

  /// Whether no page is open.
  var isEmpty: Bool { streams.isEmpty }

  /// The number of events, with which a page identifies the state that it shows.
  var revision: Int { count.load(ordering: .sequentiallyConsistent) }

  /// A stream of events for a page, which immediately gets the events since it was created.
  func events(since revision: Int?) -> EventStream {
    let stream = EventStream(capacity: 1 << 16)
    streams.add(stream)
    stream.whenEnded { [weak streams, weak stream] in
      if let stream { streams?.remove(stream) }
    }
    if let revision, revision != self.revision {
      stream.send(ServerSentEvent("changed", data: "model"))
    }
    return stream
  }

  /// Calls `look` repeatedly from now on, on its own queue.
  func follow(everyMilliseconds interval: Int = 250, _ look: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "studio.files"))
    source.schedule(
      deadline: .now() + .milliseconds(interval),
      repeating: .milliseconds(interval)
    )
    source.setEventHandler { look() }
    source.resume()
    timers.withLock { $0.append(TimerBox(source: source)) }
  }

  func stop() {
    timers.withLock { timers in
      for timer in timers { timer.source.cancel() }
      timers = []
    }
    streams.close()
  }
}
