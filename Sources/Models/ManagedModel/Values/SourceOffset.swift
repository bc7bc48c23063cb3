/// The byte at which an element begins in the file that it was read from.
///
/// It is an address, not part of the value: all offsets are equal, so two models that differ only in
/// the positions of their elements are equal. Lines and columns are computed when a
/// diagnostic needs them, so models without problems do not pay for them.
package struct SourceOffset: Sendable, Hashable {
  /// The offset, or nil for an element that does not come from a text file.
  package var byte: Int? {
    storage < 0 ? nil : Int(storage)
  }

  private let storage: Int32

  package init(_ byte: Int) {
    storage = Int32(clamping: byte)
  }

  private init(unknown: Void) {
    storage = -1
  }

  /// The offset of an element made in code or read from a compiled model.
  package static let none = SourceOffset(unknown: ())

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
