/// The contract between this module and the code that `momgen generate` writes; nothing else uses it.
///
/// The number is the version of the contract, which `ARCHITECTURE.md` describes. Programs use Apple's interface:
/// ``NSManagedObject`` and its relatives.
public enum GeneratedCodeV2 {
  /// The numbers by which the accessors of a generated class name its properties.
  ///
  /// Generated code nests an enumeration of the name `GeneratedKey` in each class. The number of a case is its place
  /// among the cases, counted from ``first``. If a number is also the index that the opened model gives the property,
  /// an accessor finds its field at once; otherwise it goes by the name in ``table``.
  public protocol Key: ~Copyable {
    // Noncopyable, so that the compiler derives no conformances: they would take as long to compile as the accessors.

    /// The number of the first case: how many properties the generated superclasses have.
    static var first: Int { get }

    /// The names and key paths of the properties, in the order of the cases.
    static var table: KeyTable { get }
  }
}

extension GeneratedCodeV2.Key where Self: ~Copyable {
  /// The number of the first case of a class without generated superclasses.
  @inlinable public static var first: Int { 0 }

  /// The number of a case.
  @inlinable public static func number(of key: borrowing Self) -> Int {
    first + GeneratedCodeV2.ordinal(key)
  }
}

extension GeneratedCodeV2 {
  /// The place of a case among the cases of an enumeration without associated values.
  @inlinable @inline(__always)
  static func ordinal<K: Key & ~Copyable>(_ key: borrowing K) -> Int {
    switch MemoryLayout<K>.size {
    case 0: 0
    case 1: withUnsafePointer(to: key) { Int(UnsafeRawPointer($0).load(as: UInt8.self)) }
    default: withUnsafePointer(to: key) { Int(UnsafeRawPointer($0).load(as: UInt16.self)) }
    }
  }

  /// A type that builds a model in code, so that a container finds the model by its name.
  public protocol ModelSource {
    /// The name of the model.
    static var modelName: String { get }

    /// The model: one for the process.
    static var shared: NSManagedObjectModel { get }
  }
}

/// The contract of code that was generated before version 2.
@available(
  *,
  unavailable,
  message: "this file was generated for an older CoreData module: generate it again with momgen"
)
public enum GeneratedCode1 {}
