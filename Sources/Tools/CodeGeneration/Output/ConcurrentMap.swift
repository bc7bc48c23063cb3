import Files
import Synchronization

extension Array where Element: Sendable {
  /// The results of a transformation in the order of the elements, worked out on all processors where
  /// there are enough elements to be worth it.
  ///
  /// The calling thread works too, so that all gets done even where no other thread can be started. The
  /// transformation gets the number of the lane in which it runs: of those of one lane, one ends before another begins.
  func concurrentMap<Result: Sendable>(
    _ transform: @escaping @Sendable (_ element: Element, _ lane: Int) -> Result
  ) -> [Result] {
    let workers = Swift.min(Workers.limit, count / Workers.worthwhile)
    guard workers > 1 else { return map { transform($0, 0) } }
    let next = Counter()
    let results = Gathered<Result>()
    let work: @Sendable (Int) -> Void = { [self] lane in
      var own: [(index: Int, result: Result)] = []
      while let range = next.take(of: count) {
        for index in range { own.append((index, transform(self[index], lane))) }
      }
      results.add(own)
    }
    let threads = (1..<workers).compactMap { lane in Workers.start { work(lane) } }
    work(0)
    for thread in threads { pthread_join(thread, nil) }
    return results.inOrder
  }
}

/// Hands out a range of indices at a time.
private final class Counter: Sendable {
  private let next = Atomic(0)

  func take(of count: Int) -> Range<Int>? {
    let (start, _) = next.add(Workers.portion, ordering: .relaxed)
    return start < count ? start..<Swift.min(start + Workers.portion, count) : nil
  }
}

private final class Gathered<Result: Sendable>: Sendable {
  private let results = Mutex<[(index: Int, result: Result)]>([])

  func add(_ more: [(index: Int, result: Result)]) {
    results.withLock { $0 += more }
  }

  var inOrder: [Result] {
    results.withLock { $0.sorted { $0.index < $1.index }.map(\.result) }
  }
}

/// Something of which each thread has its own: what threads share, they wait for each other to count the
/// references to.
struct PerWorker<Value: Sendable>: Sendable {
  private let values: [Lazy<Value>]

  init(_ make: @escaping @Sendable () -> Value) {
    values = (0..<Workers.limit).map { _ in Lazy(make) }
  }

  subscript(lane: Int) -> Value { values[lane].value }
}

/// Threads for work that takes its time.
private enum Workers {
  /// More hardly help: in the end files are written one after the other.
  static let limit = Swift.max(1, Swift.min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// The number of elements that are worth a thread.
  static let worthwhile = 32

  /// The number of elements that are taken at a time.
  static let portion = 8

  /// As much as the first thread has: templates may nest as deeply on every one.
  private static let stackSize = 8 << 20

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts a thread, or does not if the system has none to give.
  static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    let box = Unmanaged.passRetained(Work(work))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread,
      &attributes,
      { argument in
        #if canImport(Darwin)
          let pointer: UnsafeMutableRawPointer? = argument
        #else
          let pointer = argument
        #endif
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      },
      box.toOpaque()
    )
    guard status == 0 else {
      box.release()
      return nil
    }
    return thread
  }
}
