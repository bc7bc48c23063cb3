import Foundation

extension GeneratedCode1 {
  /// Where a row takes its values from: the stored properties of one object, in the order of their indices.
  ///
  /// This one reads from values in memory; the SQLite store has one that reads from a statement.
  public class Reader {
    private var values: ArraySlice<Value>

    init(_ values: [Value] = []) {
      self.values = values[...]
    }

    /// The next value, whatever its type.
    func next() -> Value {
      values.popFirst() ?? .none
    }

    /// The next value, of an attribute of this type.
    public func bool() -> Bool? { next().bool }

    /// The next value, of an attribute of this type.
    public func int16() -> Int16? { next().int16 }

    /// The next value, of an attribute of this type.
    public func int32() -> Int32? { next().int32 }

    /// The next value, of an attribute of this type.
    public func int64() -> Int64? { next().int64 }

    /// The next value, of an attribute of this type.
    public func double() -> Double? { next().double }

    /// The next value, of an attribute of this type.
    public func float() -> Float? { next().float }

    /// The next value, of an attribute of this type.
    public func string() -> String? { next().string }

    /// The next value, of an attribute of this type.
    public func date() -> Date? { next().date }

    /// The next value, of an attribute of this type.
    public func data() -> Data? { next().data }

    /// The next value, of an attribute of this type.
    public func uuid() -> UUID? { next().uuid }

    /// The next value, of an attribute of this type.
    public func url() -> URL? { next().url }

    /// The next value, of an attribute of this type.
    public func decimal() -> NSDecimalNumber? { next().decimal }

    /// The next value, of an attribute of this type.
    public func objectID() -> NSManagedObjectID? { next().objectID }

    /// The next value, of a Transformable or composite attribute.
    public func box() -> Box? { next().box }

    /// The next value, of a to-one relationship.
    public func reference() -> Reference { next().reference }
  }
}
