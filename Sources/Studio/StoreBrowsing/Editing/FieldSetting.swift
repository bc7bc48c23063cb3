import CoreData
import Foundation
import ManagedModel

/// Sets attributes of an object to the values of a form: all of them or none.
struct FieldSetting {
  let model: BrowsedModel
  let object: NSManagedObject

  func set(_ fields: [FieldText]) throws(EditingProblem) {
    let entity = model.resolved.entity(named: object.entity.name ?? "")
    let attributes = entity.map(model.storedProperties)?.compactMap(\.attribute) ?? []
    var values: [(name: String, value: Any?)] = []
    var problems: [String: String] = [:]
    for field in fields {
      guard let attribute = attributes.first(where: { $0.name == field.path.first }) else {
        throw EditingProblem("there is no attribute '\(field.name)'")
      }
      let position = values.firstIndex { $0.name == attribute.name }
      let old = position.map { values[$0].value } ?? object.value(forKey: attribute.name)
      do throws(EditingProblem) {
        let value = try new(field.text, in: old, attribute, field.path.dropFirst())
        if let position {
          values[position].value = value
        } else {
          values.append((attribute.name, value))
        }
      } catch {
        problems[field.name] = error.message
      }
    }
    for (name, value) in values {
      if let message = problem(of: value, name), !problems.keys.contains(where: { $0.isOf(name) }) {
        problems[name] = message
      }
    }
    guard problems.isEmpty else {
      throw EditingProblem(
        problems.count == 1 ? "a value cannot be set" : "\(problems.count) values cannot be set",
        fields: problems
      )
    }
    for (name, value) in values { object.setValue(value, forKey: name) }
  }

  /// The new value of an attribute, or of the composite that contains an element.
  private func new(
    _ text: String?,
    in old: Any?,
    _ attribute: Attribute,
    _ path: ArraySlice<String>
  ) throws(EditingProblem) -> Any? {
    guard AttributeText.canEdit(attribute) else {
      throw EditingProblem("the value cannot be changed in a form")
    }
    guard attribute.type == .composite else {
      guard path.isEmpty else { throw EditingProblem("'\(attribute.name)' has no elements") }
      return try AttributeText(attribute: attribute).value(of: text)
    }
    let composite = attribute.compositeName.flatMap { model.resolved.composite(named: $0) }
    guard let name = path.first,
      let element = composite?.attributes.first(where: { $0.name == name })
    else { throw EditingProblem("'\(attribute.name)' has no such element") }
    var values = old as? [String: Any] ?? [:]
    values[name] = try new(text, in: values[name], element, path.dropFirst())
    return values.isEmpty ? nil : values
  }

  /// The rule of the model that a value violates.
  ///
  /// A mandatory value may be missing until the object is saved.
  private func problem(of value: Any?, _ name: String) -> String? {
    guard value != nil else { return nil }
    var value = value
    do {
      try object.validateValue(&value, forKey: name)
      return nil
    } catch {
      return ValidationText.message(of: error)
    }
  }
}

extension String {
  /// Whether a field is an attribute or an element of it.
  fileprivate func isOf(_ attribute: String) -> Bool {
    self == attribute || hasPrefix(attribute + ".")
  }
}

/// The problems in an error of the runtime.
enum ValidationText {
  /// The individual errors in a combined error.
  static func parts(of error: any Error) -> [NSError] {
    let error = error as NSError
    guard error.code == NSValidationMultipleErrorsError,
      let parts = error.userInfo[NSDetailedErrorsKey] as? [NSError]
    else { return [error] }
    return parts
  }

  static func message(of error: any Error) -> String {
    parts(of: error).map { part in
      part.localizedFailureReason ?? part.localizedDescription
    }.joined(separator: "; ")
  }
}
