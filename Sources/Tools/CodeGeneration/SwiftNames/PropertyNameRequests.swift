import ManagedModel

/// The preferred names of properties, computed once for all properties of one name.
struct PropertyNameRequests {
  struct Wish {
    let name: SwiftIdentifier
    let stem: AccessorScope.Stem

    /// Whether it is the name in the model, and there is nothing to say about it.
    let isNameOfModel: Bool
  }

  let style: PropertyStyle
  private var known: [String: Wish] = [:]

  init(style: PropertyStyle) {
    self.style = style
  }

  mutating func wish(for property: Property) -> Wish {
    if style == .portable, let text = property.userInfo?[.swiftName] {
      let name = SwiftIdentifier(exactly: text).flatMap {
        ManagedObjectMembers.all.contains(text) ? nil : $0
      }
      // People's own words are looked at anew each time.
      let wish = name ?? self.name(near: property.name)
      return Wish(name: wish, stem: AccessorScope.Stem(wish), isNameOfModel: false)
    }
    if let wish = known[property.name] { return wish }
    let name = name(near: property.name)
    let wish = Wish(
      name: name,
      stem: AccessorScope.Stem(name),
      isNameOfModel: name.bare == property.name && !ManagedObjectMembers.all.contains(property.name)
    )
    known[property.name] = wish
    return wish
  }

  private func name(near text: String) -> SwiftIdentifier {
    let name = SwiftIdentifier(near: text)
    return style.inheritedMembers.contains(name.bare) ? name.appending("_") : name
  }
}
