import ManagedModel

/// All XML attributes of one kind of element, in the order in which Xcode writes them.
struct FieldTable<Value: Sendable>: Sendable {
  let fields: [Field<Value>]
  private let positions: [String: Int]

  /// The fields that every file contains, as a bit set.
  let alwaysWritten: UInt64

  init(_ fields: [Field<Value>]) {
    self.fields = fields
    positions = Dictionary(
      fields.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    alwaysWritten = fields.enumerated().reduce(0) { bits, field in
      field.element.isAlwaysWritten ? bits | 1 << UInt64(field.offset) : bits
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
