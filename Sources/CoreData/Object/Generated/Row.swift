import Synchronization

extension GeneratedCode1 {
  /// The attribute values of one object, and the keys of its to-one relationships.
  ///
  /// Generated code has a subclass for each entity with a typed field for each property. A row that came
  /// from a store or was saved is shared between contexts, and not changed again.
  open class Row: @unchecked Sendable {
    /// The version of the object in its store, for finding conflicts; 0 if it was never saved.
    final var version: Int64 = 0

    /// Whose row it is, in the cache that has it.
    final var cached = Reference.none

    /// Whether the cache has the row: it is what the store has, as far as is known.
    ///
    /// Who holds the row of a fault looks at it without waiting for the cache.
    final var isCurrent: Bool {
      get { currency.load(ordering: .relaxed) }
      set { currency.store(newValue, ordering: .relaxed) }
    }
    private final let currency = Atomic<Bool>(false)

    /// A row without values.
    public required init() {}

    /// The properties of the row, with their indices.
    open class var layout: Layout { Layout(entity: "", properties: []) }

    /// Takes over all values of a row of the same class.
    open func assign(from other: Row) {
      version = other.version
    }

    /// The value of the property with the given index.
    open func value(at index: Int) -> Value { .none }

    /// Gives the property with the given index a value.
    open func setValue(_ value: Value, at index: Int) {}

    /// Takes the stored properties from a store, in the order of their indices.
    open func read(from reader: Reader) {}

    /// A row of the same class with the same values.
    func copy() -> Row {
      let copy = type(of: self).init()
      copy.assign(from: self)
      return copy
    }
  }
}

typealias Row = GeneratedCode1.Row
typealias Value = GeneratedCode1.Value
typealias Reference = GeneratedCode1.Reference
typealias Box = GeneratedCode1.Box
