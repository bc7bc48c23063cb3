import CoreData

// Custom accessors around primitive values.
//
// The generated `age` does everything that an accessor must do: it fires a fault if necessary, and notifies of reads
// and writes. Its primitive value is the value alone, for custom accessors, which must do that themselves.

extension Employee {
  /// The age; negative values are stored as zero.
  package var sensibleAge: Int32 {
    get {
      willAccessValue(forKey: PropertyName.age)
      defer { didAccessValue(forKey: PropertyName.age) }
      return max(0, primitiveAge ?? 0)
    }
    set {
      willChangeValue(forKey: PropertyName.age)
      defer { didChangeValue(forKey: PropertyName.age) }
      primitiveAge = max(0, newValue)
    }
  }
}
