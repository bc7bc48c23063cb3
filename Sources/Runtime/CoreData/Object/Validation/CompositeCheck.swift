import Foundation
import ObjectRows

extension NSCompositeAttributeDescription {
  /// Returns the reason why stores cannot keep a whole value; nil if they can.
  ///
  /// A store has a column for each member. It cannot store other keys, nor values of another type.
  final func refusal(of value: Any?) -> String? {
    refusal(of: value, at: name)
  }

  private func refusal(of value: Any?, at path: String) -> String? {
    guard let values = value as? [String: Any] else {
      return NSManagedObject.refusal(of: value ?? NSNull(), named: path, .composite)
    }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) where !(value is NSNull) {
      guard let member = elements.first(where: { $0.name == name }) else {
        return "Unacceptable value for attribute: the composite \"\(path)\" has no member"
          + " \"\(name)\"; its members are \(memberNames)."
      }
      if let reason = refusal(of: value, member, at: "\(path).\(name)") { return reason }
    }
    return nil
  }

  private func refusal(
    of value: Any,
    _ member: NSAttributeDescription,
    at path: String
  ) -> String? {
    if let inner = member as? NSCompositeAttributeDescription {
      return inner.refusal(of: value, at: path)
    }
    guard Value(value, for: member.type) == nil else { return nil }
    return NSManagedObject.refusal(of: value, named: path, member.type)
  }

  private var memberNames: String {
    elements.map { "\"\($0.name)\"" }.sorted().joined(separator: ", ")
  }
}
