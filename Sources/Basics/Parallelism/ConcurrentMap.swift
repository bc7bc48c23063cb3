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
    concurrentMap(workers: count / Workers.worthwhile, portion: Workers.portion, transform)
  }

  /// Returns the results of a transformation of consecutive parts of the array, in order, computed on all processors if
  /// there are enough elements.
  ///
  /// For work that takes less time for several elements together.
  package func concurrentMap<Result: Sendable>(
    ofParts transform: @escaping @Sendable (_ part: ArraySlice<Element>) -> Result
  ) -> [Result] {
    let workers = count / Workers.worthwhile
    guard workers > 1, Workers.limit > 1 else { return isEmpty ? [] : [transform(self[...])] }
    // Several for each, because parts may differ.
    let size = count / (Workers.limit * 4) + 1
    return stride(from: 0, to: count, by: size).map { $0..<Swift.min($0 + size, count) }
      .concurrentMap(workers: workers, portion: 1) { [self] range, _ in transform(self[range]) }
  }

  /// Returns the results of a transformation in the order of the elements, computed on all processors.
  ///
  /// For elements that take much longer than the start of a thread.
  package func concurrentMap<Result: Sendable>(
    ofLong transform: @escaping @Sendable (_ element: Element) -> Result
  ) -> [Result] {
    concurrentMap(workers: count, portion: 1) { element, _ in transform(element) }
  }

  private func concurrentMap<Result: Sendable>(
    workers: Int,
    portion: Int,
    _ transform: @escaping @Sendable (_ element: Element, _ lane: Int) -> Result
  ) -> [Result] {
    let workers = Swift.min(Workers.limit, workers)
    guard workers > 1 else { return map { transform($0, 0) } }
    return [Result](unsafeUninitializedCapacity: count) { [count] buffer, initializedCount in
      guard let results = buffer.baseAddress.map(Places.init) else { return }
      let next = Counter()
      let work: @Sendable (Int) -> Void = { [self] lane in
        while let range = next.take(portion, of: count) {
          for index in range { results.set(index, to: transform(self[index], lane)) }
        }
      }
      let threads = (1..<workers).compactMap { lane in Workers.start { work(lane) } }
      work(0)
      for thread in threads { pthread_join(thread, nil) }
      initializedCount = count
    }
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
package enum Workers {
  /// The number of threads; more hardly help, since files are written one after the other in the end.
  package static let limit = Swift.max(1, Swift.min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

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

  /// Starts a thread; returns nil if the system cannot.
  fileprivate static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
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
