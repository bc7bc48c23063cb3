import Files
import Synchronization

extension Array where Element: Sendable {
  /// Returns the results of a transformation in the order of the elements, computed on all processors if
  /// there are enough elements.
  ///
  /// The calling thread works too, so that all is done even if no other thread can be started. The
  /// transformation gets the number of its lane; those of one lane run one after the other.
  package func concurrentMap<Result: Sendable>(
    _ transform: @escaping @Sendable (_ element: Element, _ lane: Int) -> Result
  ) -> [Result] {
    concurrentMap(
      workers: count / Workers.worthwhile,
      portion: Workers.portion,
      state: { $0 },
      transform: { transform($1, $0) }
    )
  }

  /// Returns the results of a transformation of consecutive parts of the array, in order, computed on all processors if
  /// there are enough elements.
  ///
  /// For work that takes less time for several elements together.
  package func concurrentMap<Result: Sendable>(
    ofParts transform: @escaping @Sendable (_ part: ArraySlice<Element>) -> Result
  ) -> [Result] {
    indices.concurrentMap(state: {}, ofParts: { [self] in transform(self[$1]) })
  }

  /// Returns the results of a transformation in the order of the elements, computed on all processors.
  ///
  /// For elements that take much longer than the start of a thread.
  package func concurrentMap<Result: Sendable>(
    ofLong transform: @escaping @Sendable (_ element: Element) -> Result
  ) -> [Result] {
    concurrentMap(workers: count, portion: 1, state: { _ in }, transform: { transform($1) })
  }

  fileprivate func concurrentMap<State, Result: Sendable>(
    workers: Int,
    portion: Int,
    state: @escaping @Sendable (_ lane: Int) -> State,
    transform: @escaping @Sendable (_ state: inout State, _ element: Element) -> Result
  ) -> [Result] {
    let workers = Swift.min(Workers.limit, workers)
    guard workers > 1 else {
      var state = state(0)
      return map { transform(&state, $0) }
    }
    return [Result](unsafeUninitializedCapacity: count) { [count] buffer, initializedCount in
      guard let results = buffer.baseAddress.map(Places.init) else { return }
      let next = Counter()
      let work: @Sendable (Int) -> Void = { [self] lane in
        guard var range = next.take(portion, of: count) else { return }
        var state = state(lane)
        while true {
          for index in range { results.set(index, to: transform(&state, self[index])) }
          guard let more = next.take(portion, of: count) else { return }
          range = more
        }
      }
      let threads = (1..<workers).compactMap { lane in Workers.start { work(lane) } }
      work(0)
      for thread in threads { pthread_join(thread, nil) }
      initializedCount = count
    }
  }
}

extension Range<Int> {
  /// Returns the results of a transformation of consecutive parts of the range, in order, computed on all processors if
  /// it is long enough.
  ///
  /// - Parameters:
  ///   - state: Makes a value for each thread that works, on that thread.
  ///   - transform: Transforms a part, and may change the value of its thread.
  /// - Returns: The results in the order of the parts.
  package func concurrentMap<State, Result: Sendable>(
    state: @escaping @Sendable () -> State,
    ofParts transform: @escaping @Sendable (_ state: inout State, _ part: Range<Int>) -> Result
  ) -> [Result] {
    let workers = count / Workers.worthwhile
    guard workers > 1, Workers.limit > 1 else {
      guard !isEmpty else { return [] }
      var state = state()
      return [transform(&state, self)]
    }
    // Several for each, because parts may differ.
    let size = count / (Workers.limit * 4) + 1
    return stride(from: lowerBound, to: upperBound, by: size)
      .map { $0..<Swift.min($0 + size, upperBound) }
      .concurrentMap(workers: workers, portion: 1, state: { _ in state() }, transform: transform)
  }
}

/// Assigns ranges of indices to threads.
private final class Counter: Sendable {
  private let next = Atomic(0)

  func take(_ portion: Int, of count: Int) -> Range<Int>? {
    let (start, _) = next.add(portion, ordering: .relaxed)
    return start < count ? start..<Swift.min(start + portion, count) : nil
  }
}

/// The memory for results, not initialized at first.
///
/// It can be shared because each place is written once, by the thread that has taken its index, and read only after all
/// threads have ended.
private struct Places<Result: Sendable>: @unchecked Sendable {
  private let start: UnsafeMutablePointer<Result>

  init(_ start: UnsafeMutablePointer<Result>) {
    self.start = start
  }

  func set(_ index: Int, to result: Result) {
    (start + index).initialize(to: result)
  }
}

/// Threads for long work.
///
/// There are never more of them than processors: work that a worker distributes in its turn runs on its own thread.
package enum Workers {
  /// The number of threads; more hardly help, since parts of each run are not distributed.
  package static let limit = Swift.max(1, Swift.min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// The number of threads besides those that distribute work.
  private static let running = Atomic(0)

  /// Whether a thread can be started now.
  package static var areIdle: Bool { running.load(ordering: .relaxed) < limit - 1 }

  /// The number of elements for which a thread is started.
  fileprivate static let worthwhile = 32

  /// The number of elements that a thread takes at a time.
  fileprivate static let portion = 8

  /// The stack size, that of the main thread: templates may nest equally deeply on every one.
  private static let stackSize = 8 << 20

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts a thread; returns nil if all processors are busy, or the system cannot.
  fileprivate static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
    guard running.add(1, ordering: .relaxed).oldValue < limit - 1,
      let thread = startThread({
        work()
        running.subtract(1, ordering: .relaxed)
      })
    else {
      running.subtract(1, ordering: .relaxed)
      return nil
    }
    return thread
  }

  private static func startThread(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
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
