/// The form in which a row keeps the value of a property.
public enum FieldKind: UInt8, Sendable {
  /// A property that is not stored in rows: a to-many relationship or a fetched property.
  case none
  case boolean, integer16, integer32, integer64, double, float, decimal, string, date, data, uuid,
    url
  /// An object: a ``BoxedValue``, or an ID.
  case object
  /// The reference to the destination of a to-one relationship.
  case reference

  /// Whether copying the value changes a reference count.
  var isManaged: Bool {
    switch self {
    case .string, .data, .url, .object: true
    default: false
    }
  }
}
