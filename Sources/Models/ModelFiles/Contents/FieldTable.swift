import ManagedModel

/// All XML attributes of one kind of element, in the order in which Xcode writes them.
struct FieldTable<Value: Sendable>: Sendable {
  let fields: [Field<Value>]
  private let positions: [String: Int]

  /// The fields that every file contains, as a bit set.
  let alwaysWritten: UInt64

  /// The fields whose text must not be empty, as a bit set.
  let required: UInt64

  init(_ fields: [Field<Value>]) {
    self.fields = fields
    positions = Dictionary(
      fields.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    alwaysWritten = Self.bits(of: fields, where: \.isAlwaysWritten)
    required = Self.bits(of: fields, where: \.isRequired)
  }

  private static func bits(of fields: [Field<Value>], where isIn: (Field<Value>) -> Bool) -> UInt64
  {
    fields.enumerated().reduce(0) { bits, field in
      isIn(field.element) ? bits | 1 << UInt64(field.offset) : bits
    }
  }

  func position(of name: String) -> Int? {
    positions[name]
  }

  /// Returns the order of the attributes of a file, if it differs from ours and does not contradict the
  /// established order.
  func orderWorthKeeping(_ names: [String], written: [String]) -> [String]? {
    guard names != written else { return nil }
    let established = names.compactMap { name -> Int? in
      guard let position = positions[name], fields[position].orderIsEstablished else { return nil }
      return position
    }
    let isPlausible = zip(established, established.dropFirst()).allSatisfy { $0 < $1 }
    return isPlausible ? names : nil
  }
}
