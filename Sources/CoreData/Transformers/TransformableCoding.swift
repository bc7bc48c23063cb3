import Foundation

/// The values of a transformable attribute as the bytes that stores keep.
struct TransformableCoding {
  private let transformerName: String?

  /// The classes that values may have when no transformer is named; nil for all.
  private let classes: [AnyClass]?

  init(_ attribute: NSAttributeDescription, classes: [AnyClass]? = nil) {
    transformerName = attribute.valueTransformerName.flatMap { $0.isEmpty ? nil : $0 }
    self.classes = classes
  }

  /// The bytes of a value.
  func data(of value: Any) throws -> Data {
    guard let transformer = try transformer() else { return try ValueArchive.data(of: value) }
    let result =
      Self.isReversed(transformer)
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    guard let data = result as? Data else {
      throw failure("has not turned a value of type \(type(of: value)) into data")
    }
    return data
  }

  /// The value of which bytes were made.
  func value(of data: Data) throws -> Any {
    guard let transformer = try transformer() else {
      return try ValueArchive.object(in: data, classes: classes)
    }
    let result =
      Self.isReversed(transformer)
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    guard let result else { throw failure("has not turned data into a value") }
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

  /// Transformers that make objects of archives are used the other way round.
  private static func isReversed(_ transformer: ValueTransformer) -> Bool {
    transformer is NSSecureUnarchiveFromDataTransformer || transformer is UnarchiveFromData
  }
}
