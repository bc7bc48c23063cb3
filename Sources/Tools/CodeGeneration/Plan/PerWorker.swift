import Parallelism

/// One value for each worker; a shared one would make workers contend for its reference count.
struct PerWorker<Value: Sendable>: Sendable {
  private let values: [Lazy<Value>]

  init(_ make: @escaping @Sendable () -> Value) {
    values = (0..<Workers.limit).map { _ in Lazy(make) }
  }

  private init(_ values: [Lazy<Value>]) {
    self.values = values
  }

  subscript(lane: Int) -> Value { values[lane].value }

  /// Returns the results of a transformation of each value, computed when a worker needs its own.
  func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result
  ) -> PerWorker<Result> {
    PerWorker<Result>(values.map { value in Lazy { transform(value.value) } })
  }
}
