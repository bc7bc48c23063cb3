import Foundation
import ManagedModel

/// The part of a form that edits an attribute.
package indirect enum EditedField: Sendable, Hashable {
  /// A text of any number of lines; nil for no value.
  case text(String?)

  /// A text on one line: numbers, dates and identifiers.
  case word(String)

  /// Yes, no or no value.
  case flag(Bool?)

  /// Bytes, which can only be replaced as a whole.
  case bytes(isThere: Bool)

  /// The elements of a composite attribute.
  case composite([Element])

  /// A value that cannot be edited, and the reason.
  case fixed(String)

  /// An element of a composite attribute.
  package struct Element: Sendable, Hashable {
    package var name: String
    package var isOptional: Bool
    package var field: EditedField
  }
}

/// Creates the fields of a form from the values of an object.
struct EditedFieldReading {
  let model: ResolvedModel

  /// The maximum length of an editable text.
  private static let longest = 100_000

  /// The greatest depth of composites.
  private static let depthLimit = 16

  func field(_ value: Any?, _ attribute: Attribute, depth: Int = 0) -> EditedField {
    if attribute.isDerived { return .fixed("The store derives the value.") }
    if attribute.type == .composite { return composite(value, attribute, depth) }
    guard AttributeText.canEdit(attribute) else {
      return .fixed("Only the program that created the value can change it.")
    }
    let text = AttributeText(attribute: attribute).text(of: value)
    switch attribute.type {
    case .binary: return .bytes(isThere: value is Data)
    case .boolean: return .flag((value as? NSNumber)?.boolValue)
    case .string:
      guard text.utf8.count <= Self.longest else {
        return .fixed("The text is too long for a form.")
      }
      guard AttributeText.survives(text) else {
        return .fixed("The text has control characters, which a form would lose.")
      }
      return .text(value is String ? text : nil)
    default: return .word(text)
    }
  }

  private func composite(_ value: Any?, _ attribute: Attribute, _ depth: Int) -> EditedField {
    guard depth < Self.depthLimit,
      let composite = attribute.compositeName.flatMap({ model.composite(named: $0) })
    else { return .fixed("The elements of the value are unknown.") }
    let values = value as? [String: Any] ?? [:]
    return .composite(
      composite.attributes.map { element in
        EditedField.Element(
          name: element.name,
          isOptional: element.isOptional,
          field: field(values[element.name], element, depth: depth + 1)
        )
      }
    )
  }
}
