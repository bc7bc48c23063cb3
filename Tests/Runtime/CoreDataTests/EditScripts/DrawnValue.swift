import CoreData
import Foundation
import StoreSamples

/// Random attribute values that every kind of store preserves exactly.
struct DrawnValue {
  private var number: Int

  init(_ random: inout SeededRandom) {
    number = Int.random(in: 0..<9, using: &random)
  }

  /// A random value for an attribute, or nil.
  func value(of attribute: NSAttributeDescription) -> Any? {
    if let composite = attribute as? NSCompositeAttributeDescription {
      return number == 0 ? nil : members(of: composite)
    }
    if number == 0 { return nil }
    switch attribute.type {
    case .string: return ["a", "A", "b", "é", "", "line\nbreak", "👍🏽", "Straße"][number - 1]
    case .integer16, .integer32: return number
    case .integer64: return number == 8 ? Int64.max : Int64(number) << 40
    case .double: return Double(number) / 4
    case .boolean: return number > 4
    case .date: return Date(timeIntervalSinceReferenceDate: Double(number) * 1_000)
    case .uuid: return UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)")
    case .binaryData: return Data(repeating: UInt8(number), count: number - 1)
    case .uri: return URL(string: "https://example.org/\(number)")
    case .decimal: return NSDecimalNumber(string: "\(number).25")
    default: return nil
    }
  }

  private func members(of composite: NSCompositeAttributeDescription) -> [String: Any] {
    var members: [String: Any] = [:]
    for (place, element) in composite.elements.enumerated() where number & (1 << place) != 0 {
      members[element.name] = value(of: element)
    }
    return members
  }
}
