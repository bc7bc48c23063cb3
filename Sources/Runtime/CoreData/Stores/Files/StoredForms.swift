import ObjectRows

/// Boxed values of objects, each with its form in a file.
struct StoredForms {
  private struct Place: Hashable {
    let reference: Reference
    let property: Int
  }

  private var forms: [Place: (box: BoxedValue, form: StoredValue)] = [:]

  /// Records the form of a value in a file, if the value is boxed.
  mutating func set(
    _ form: StoredValue,
    of value: Value,
    _ reference: Reference,
    _ property: Int
  ) {
    guard case .object(let object) = value, let box = object as? BoxedValue else { return }
    forms[Place(reference: reference, property: property)] = (box, form)
  }

  /// The form of a value in a file; nil if the value is not boxed, or was not in the file.
  func form(of value: Value, _ reference: Reference, _ property: Int) -> StoredValue? {
    guard case .object(let object) = value,
      let known = forms[Place(reference: reference, property: property)], known.box === object
    else { return nil }
    return known.form
  }
}
