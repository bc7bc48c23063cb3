import CoreData

// Accessors of one's own around the values themselves.
//
// The generated `age` does what every accessor has to do: it fetches the object if need be, and tells what reads
// and writes. Its primitive value is the value alone, for accessors that do more, and have to do that as well.

extension Employee {
  /// The age; anything below zero is zero.
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
