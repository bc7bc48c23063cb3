/// The properties of the objects of a class, and what each is called.
///
/// One with two names is not known.
struct KeyPathSteps {
  private struct Step {
    let name: String?
    let destination: (any KeyPathNaming.Type)?
  }

  private var steps: [KeyPathComponents.Property: Step] = [:]

  /// The properties of a class, of the names of all key paths that lead to a property.
  init(from root: any KeyPathNaming.Type, among names: [AnyKeyPath: String]) {
    for (keyPath, name) in names where type(of: keyPath).rootType == root { add(keyPath, name) }
    for (keyPath, name) in root.commonNames { add(keyPath, name) }
  }

  private mutating func add(_ keyPath: AnyKeyPath, _ name: String) {
    guard let property = KeyPathComponents(keyPath)?.property else { return }
    let isDoubtful = steps[property].map { $0.name != name } ?? false
    steps[property] = Step(
      name: isDoubtful ? nil : name,
      destination: Self.objectClass(type(of: keyPath).valueType)
    )
  }

  /// The name of a property, and the class of the object that it leads to, if it leads to one; nil for a property that has
  /// no name.
  subscript(
    property: KeyPathComponents.Property
  ) -> (name: String, destination: (any KeyPathNaming.Type)?)? {
    guard let step = steps[property], let name = step.name else { return nil }
    return (name, step.destination)
  }

  /// The class of the object, or of the optional one, of a type.
  private static func objectClass(_ type: Any.Type) -> (any KeyPathNaming.Type)? {
    let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
    return type as? any KeyPathNaming.Type
  }
}
