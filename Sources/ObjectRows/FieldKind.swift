/// The form in which a row keeps the value of a property.
public enum FieldKind: UInt8, Sendable {
  /// A property that rows do not keep: a to-many relationship, a fetched property.
  case none
  case boolean, integer16, integer32, integer64, double, float, decimal, string, date, data, uuid,
    url
  /// An object: a ``BoxedValue``, or an ID.
  case object
  /// The other end of a to-one relationship.
  case reference

  /// Whether a copy of the value must retain something.
  var isManaged: Bool {
    switch self {
    case .string, .data, .url, .object: true
    default: false
    }
  }
}
