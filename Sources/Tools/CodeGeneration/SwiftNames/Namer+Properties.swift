import Diagnostics
import ManagedModel
import Parallelism

/// The kind of declarations for which properties are named.
enum PropertyStyle {
  /// Declarations of our own, which state the key beside the name: users may choose the name.
  case portable
  /// `@NSManaged` declarations, whose name is the key: the model's name wherever it is valid in Swift.
  case managed

  /// Members of every managed object that a property cannot override.
  var inheritedMembers: Set<String> {
    switch self {
    case .portable: ManagedObjectMembers.all
    case .managed: ManagedObjectMembers.managed
    }
  }
}

extension Namer {
  /// Names the properties from the roots down, so that no property gets the name of an inherited one.
  ///
  /// - Parameters:
  ///   - resolved: The model.
  ///   - composites: The structs of composites, whose initializers accessors call.
  ///   - style: The kind of declarations.
  /// - Returns: The names by entity and position.
  mutating func properties(
    of resolved: ResolvedModel,
    besides composites: [SwiftIdentifier] = [],
    style: PropertyStyle = .portable
  ) -> [[SwiftIdentifier]] {
    var types: Set<String> = []
    if style == .portable {
      types.formUnion(composites.map(\.bare))
      types.formUnion(Self.wrappers(in: resolved.model))
      types.formUnion(KnownTypes.moduleNames)
    }
    let free = NamesInUse(scope: NameScope(reserving: types))
    var names = Array(repeating: [SwiftIdentifier](), count: resolved.entities.count)
    // Entities without a common root share no properties.
    let parts = resolved.roots.map(\.index).concurrentMap(ofParts: { roots in
      var namer = Namer()
      return (namer.properties(below: roots, of: resolved, free, style), namer.issues)
    })
    for (part, issues) in parts {
      for (entity, given) in part { names[entity] = given }
      for issue in issues { append(issue) }
    }
    return names
  }

  /// Names the properties of some roots and their descendants.
  ///
  /// - Returns: The indexes of entities, and the names of their properties.
  private mutating func properties(
    below roots: ArraySlice<Int>,
    of resolved: ResolvedModel,
    _ free: NamesInUse,
    _ style: PropertyStyle
  ) -> [(entity: Int, names: [SwiftIdentifier])] {
    var requests = PropertyNameRequests(style: style)
    var names: [(entity: Int, names: [SwiftIdentifier])] = []
    for root in roots {
      var pending = [(entity: root, names: free)]
      while let next = pending.popLast() {
        let entity = resolved.entities[next.entity]
        var inUse = next.names
        inUse.expect(entity.entity.properties.count)
        let own = entity.entity.properties.map { property in
          name(for: property, of: entity, &requests, &inUse)
        }
        names.append((next.entity, own))
        for child in entity.children { pending.append((child, inUse)) }
      }
    }
    return names
  }

  /// Returns an unused name for one property.
  private mutating func name(
    for property: Property,
    of entity: ResolvedEntity,
    _ requests: inout PropertyNameRequests,
    _ inUse: inout NamesInUse
  ) -> SwiftIdentifier {
    // Declared again (the validator reports it): one property, one name.
    if entity.parent != nil, let name = inUse.given[property.name] { return name }
    let request = requests.request(for: property)
    let text = inUse.scope.claim(request.name.bare)
    let isAsRequested = text == request.name.bare
    let given = isAsRequested ? request.name : SwiftIdentifier(near: text)
    if !entity.children.isEmpty { inUse.given[property.name] = given }
    guard requests.style == .portable else { return given }
    if !(isAsRequested && request.isNameOfModel) {
      checkName(given, wanted: request.name, of: property, in: entity.name)
    }
    let stem = isAsRequested ? request.stem : AccessorScope.Stem(given)
    if let clash = inUse.accessors.claim(for: property, named: stem) {
      report(clash, of: property, in: entity.name)
    }
    return given
  }

  /// The first components of the wrapper types in user info: accessors call their initializers, and
  /// a property of that name would shadow them.
  private static func wrappers(in model: Model) -> [String] {
    var names: [String] = []
    for property in model.entities.lazy.flatMap(\.properties) {
      guard property.isAttribute, let info = property.userInfo else { continue }
      for option in [UserInfoOption.rawType, .codableType] {
        guard let type = info[option] else { continue }
        names.append(String(type.prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
      }
    }
    return names
  }

  /// The names that an entity's ancestors and its earlier properties use.
  private struct NamesInUse {
    var scope: NameScope

    /// The identifiers by the names in the model, for the entity's descendants.
    var given: [String: SwiftIdentifier] = [:]
    var accessors = AccessorScope()

    /// Reserves capacity for an entity's own properties.
    mutating func expect(_ count: Int) {
      scope.expect(count)
      accessors.expect(count)
    }
  }

  private mutating func checkName(
    _ given: SwiftIdentifier,
    wanted: SwiftIdentifier,
    of property: Property,
    in entity: String
  ) {
    var title: String { "the \(property.kindName) '\(property.name)' of '\(entity)'" }
    if let text = property.userInfo?[.swiftName], text != wanted.bare {
      report(
        .badName,
        "the Swift name '\(text)' of \(title) cannot be used",
        becoming: given,
        at: property.source
      )
    } else if given != wanted {
      report(
        .ambiguousName,
        "\(title) would have the Swift name '\(wanted.bare)' of another",
        becoming: given,
        at: property.source
      )
    } else if ManagedObjectMembers.all.contains(property.name) {
      guard property.userInfo?[.swiftName] == nil else { return }
      report(
        .inheritedMember,
        "\(title) has the name of a member of every managed object",
        becoming: given,
        at: property.source,
        hint: "rename it, or set the user info 'momgen.swiftName'"
      )
    } else if SwiftIdentifier(exactly: property.name) == nil {
      guard property.userInfo?[.swiftName] == nil else { return }
      report(.badName, "\(title) is not a Swift identifier", becoming: given, at: property.source)
    }
  }

  private mutating func report(
    _ clash: AccessorClash,
    of property: Property,
    in entity: String
  ) {
    append(
      GenerationIssue(
        .accessorClash,
        "'\(clash.accessor)' of the \(property.kindName) '\(property.name)' of '\(entity)' is "
          + "the name of an accessor of '\(clash.other)' too",
        at: property.source,
        hint: "rename one of the two; a class for Apple's Core Data cannot declare both"
      )
    )
  }
}
