import FoundationEssentials
import ObjectRows

/// The coding by which a ``BoxedValue`` is stored.
package enum BoxCoding: Sendable {
  /// As bytes, in one column.
  case bytes(any BytesCoding)

  /// As a column for each member.
  case members(any MemberCoding)
}

/// Converts boxed values to bytes and back.
package protocol BytesCoding: Sendable {
  /// The bytes of a value; nil if it is stored as null.
  func bytes(of box: BoxedValue) throws -> Data?

  /// The value of some bytes; nil if they stand for no value, or cannot be decoded.
  func box(of bytes: Data) -> BoxedValue?
}

/// Decomposes and composes composite values.
package protocol MemberCoding: Sendable {
  /// The value of the member at a path of names; a member without a type of its own is boxed.
  func value(at path: [String], in box: BoxedValue) -> Value

  /// The composite of some members; nil if no member has a value.
  func box(_ members: [(path: [String], value: Value)]) -> BoxedValue?

  /// The coding of a member whose type the model does not state.
  func coding(at path: [String]) -> (any BytesCoding)?
}
