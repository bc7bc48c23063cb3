/// The steps that key paths can take from the objects of a class, and what each is called.
///
/// Without Objective-C nothing takes a key path such as `\Player.team?.name` apart. Its description does: that
/// of `\Player.team` is its beginning, and that of `\Team.name` its end, but for the names of the classes. Where
/// two steps are described alike neither is known.
struct KeyPathSteps {
  private struct Step {
    let text: String
    let name: String
    let destination: (any KeyPathNaming.Type)?
  }

  private let steps: [Step]

  /// The steps from a class, of the names of all key paths that lead to a property.
  init(from root: Any.Type, among names: [AnyKeyPath: String]) {
    let all = names.compactMap { keyPath, name in
      type(of: keyPath).rootType == root
        ? Step(
          text: Self.text(of: keyPath),
          name: name,
          destination: Self.objectClass(type(of: keyPath).valueType)
        ) : nil
    }
    let byText = Dictionary(grouping: all, by: \.text)
    steps = byText.values.compactMap { $0.count == 1 ? $0.first : nil }
  }

  /// Takes the first step of a description away from it.
  ///
  /// - Parameter text: What the description says of the steps that remain.
  /// - Returns: The name of the step and the class of the objects it leads to, if it leads to one object; nil
  ///   for a step that is not known.
  func take(from text: inout Substring) -> (name: String, destination: (any KeyPathNaming.Type)?)? {
    guard let step = steps.first(where: { text.hasPrefix($0.text) }) else { return nil }
    text = text.dropFirst(step.text.count).drop { $0 == "?" || $0 == "!" }
    guard text.isEmpty || text.hasPrefix(".") else { return nil }
    return (step.name, step.destination)
  }

  /// The part of the description of a key path after the name of its root type.
  static func text(of keyPath: AnyKeyPath) -> String {
    let root = "\\\(type(of: keyPath).rootType)"
    let description = String(describing: keyPath)
    return description.hasPrefix(root) ? String(description.dropFirst(root.count)) : ""
  }

  /// The class of the object, or of the optional one, of a type.
  static func objectClass(_ type: Any.Type) -> (any KeyPathNaming.Type)? {
    let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
    return type as? any KeyPathNaming.Type
  }
}
