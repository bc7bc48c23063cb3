/// The properties of the objects of a class, and their names.
///
/// A property with two names is left out.
struct KeyPathSteps {
  private struct Step {
    let name: String?
    let destination: (any KeyPathNaming.Type)?
  }

  private var steps: [KeyPathComponents.Property: Step] = [:]

  /// Creates the steps of a class, with those of its superclasses.
  init(from objectClass: any KeyPathNaming.Type, inherited: KeyPathSteps?) {
    steps = inherited?.steps ?? [:]
    for (keyPath, name) in objectClass.ownNames { add(keyPath, name) }
  }

  private mutating func add(_ keyPath: AnyKeyPath, _ name: String) {
    guard let property = KeyPathComponents(keyPath)?.property else { return }
    let isDoubtful = steps[property].map { $0.name != name } ?? false
    steps[property] = Step(
      name: isDoubtful ? nil : name,
      destination: Self.objectClass(type(of: keyPath).valueType)
    )
  }

  /// The name of a property, and the class of its object, if it has one; nil for a property without a name.
  subscript(
    property: KeyPathComponents.Property
  ) -> (name: String, destination: (any KeyPathNaming.Type)?)? {
    guard let step = steps[property], let name = step.name else { return nil }
    return (name, step.destination)
  }

  /// The class of a type that is a class or an optional one.
  private static func objectClass(_ type: Any.Type) -> (any KeyPathNaming.Type)? {
    let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
    return type as? any KeyPathNaming.Type
  }
}
