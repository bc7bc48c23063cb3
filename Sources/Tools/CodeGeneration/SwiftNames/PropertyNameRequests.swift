import ManagedModel

/// The preferred names of properties, computed once for all properties of one name.
struct PropertyNameRequests {
  struct Request {
    let name: SwiftIdentifier
    let stem: AccessorScope.Stem

    /// Whether it is the name in the model, without a need for a diagnostic.
    let isNameOfModel: Bool
  }

  let style: PropertyStyle
  private var known: [String: Request] = [:]

  init(style: PropertyStyle) {
    self.style = style
  }

  mutating func request(for property: Property) -> Request {
    if style == .portable, let text = property.userInfo?[.swiftName] {
      let name = SwiftIdentifier(exactly: text).flatMap {
        ManagedObjectMembers.all.contains(text) ? nil : $0
      }
      // Names in user info are checked each time.
      let request = name ?? self.name(near: property.name)
      return Request(name: request, stem: AccessorScope.Stem(request), isNameOfModel: false)
    }
    if let request = known[property.name] { return request }
    let name = name(near: property.name)
    let request = Request(
      name: name,
      stem: AccessorScope.Stem(name),
      isNameOfModel: name.bare == property.name && !ManagedObjectMembers.all.contains(property.name)
    )
    known[property.name] = request
    return request
  }

  private func name(near text: String) -> SwiftIdentifier {
    let name = SwiftIdentifier(near: text)
    return style.inheritedMembers.contains(name.bare) ? name.appending("_") : name
  }
}
