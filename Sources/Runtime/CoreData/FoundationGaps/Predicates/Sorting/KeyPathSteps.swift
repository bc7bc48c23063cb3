/// The properties of the objects of a class, and their names.
///
/// One with two names is not known.
struct KeyPathSteps {
  private struct Step {
    let name: String?
    let destination: (any KeyPathNaming.Type)?
  }

  private var steps: [KeyPathComponents.Property: Step] = [:]

  /// The properties of a class, and those of its superclasses.
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

  /// The name of a property, and the class of the object that it leads to, if it leads to one; nil
  /// for a property that has no name.
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
