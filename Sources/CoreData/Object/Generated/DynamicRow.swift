/// A row of an entity for which there is no generated code: one value for each property index.
final class DynamicRow: GeneratedCode1.Row, @unchecked Sendable {
  private var values: ContiguousArray<Value>

  required init() {
    values = []
  }

  init(count: Int) {
    values = ContiguousArray(repeating: .none, count: count)
  }

  override func assign(from other: Row) {
    super.assign(from: other)
    if let other = other as? DynamicRow { values = other.values }
  }

  override func value(at index: Int) -> Value {
    values.indices.contains(index) ? values[index] : .none
  }

  override func setValue(_ value: Value, at index: Int) {
    if values.indices.contains(index) { values[index] = value }
  }
}
