import Foundation

/// Conversion of a transformable attribute's values to bytes and back.
struct TransformableCoding {
  private let transformerName: String?
  private let isOptional: Bool

  /// The allowed classes of values if no transformer is named; nil for all.
  private let classes: [AnyClass]?

  /// Whether bytes that cannot be read are kept as a value of a special class.
  let keepsUnreadableValues: Bool

  init(_ attribute: NSAttributeDescription, classes: [AnyClass]? = nil) {
    transformerName = attribute.valueTransformerName.flatMap { $0.isEmpty ? nil : $0 }
    isOptional = attribute.isOptional
    keepsUnreadableValues = attribute.keepsUnreadableValues
    self.classes = classes
  }

  /// Returns the bytes of a value; nil if the program's transformer cannot convert it.
  func data(of value: Any) throws -> Data? {
    if let unreadable = value as? UnreadableValue { return unreadable.data }
    guard let transformer = try transformer() else { return try ValueArchive.data(of: value) }
    let result =
      Self.isReversed(transformer)
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    if let data = result as? Data { return data }
    // The transformers for archives return nil for a value that cannot be archived, which must not be lost.
    guard result == nil, isOptional, !Self.isReversed(transformer) else {
      throw failure("did not transform a value of type \(type(of: value)) into data")
    }
    return nil
  }

  /// Returns the value of bytes; nil if the program's transformer cannot read them.
  func value(of data: Data) throws -> Any? {
    guard let transformer = try transformer() else {
      return try ValueArchive.object(in: data, classes: classes)
    }
    let result =
      Self.isReversed(transformer)
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    guard result != nil || !Self.isReversed(transformer) else {
      throw failure("did not transform data into a value")
    }
    if result == nil, keepsUnreadableValues { return UnreadableValue(data) }
    return result
  }

  private func transformer() throws -> ValueTransformer? {
    guard let transformerName else { return nil }
    let name = NSValueTransformerName(transformerName)
    if let transformer = RegisteredTransformers.transformer(named: name) { return transformer }
    throw StoreFailure.error(
      NSCoreDataError,
      "No value transformer is registered under the name '\(transformerName)'."
    )
  }

  private func failure(_ what: String) -> NSError {
    StoreFailure.error(
      NSCoreDataError,
      "The value transformer '\(transformerName ?? "")' \(what)."
    )
  }

  /// Whether a transformer is used in reverse, as those from archives to objects are.
  private static func isReversed(_ transformer: ValueTransformer) -> Bool {
    transformer is NSSecureUnarchiveFromDataTransformer || transformer is UnarchiveFromData
  }
}

/// The stored bytes of a value that the program's transformer cannot read.
///
/// In a migration it replaces the value, so that the new store has the same bytes.
final class UnreadableValue: NSObject {
  let data: Data

  init(_ data: Data) {
    self.data = data
  }
}
