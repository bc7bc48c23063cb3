import SwiftSource

// Overrides of members that NSObject and NSManagedObject have on Apple's platforms only.

extension Adoption {
  private enum Remedy {
    /// Only Apple's frameworks call it, so that nothing is lost without it.
    case enclosing

    /// It has an effect on Apple's platforms that no edit can reproduce on Linux.
    case reporting(String)
  }

  /// The classes whose overrides of a member do not compile on Linux.
  private enum Owners {
    case all
    case managed

    /// Those whose only superclass is NSObject.
    case plain
  }

  private struct Member {
    let isOfClass: Bool
    let remedy: Remedy
    var owners = Owners.all
  }

  private static let enclosed = "put the override between '\(condition)' and '#endif'"

  private static let names: [(isOfClass: Bool, names: [String])] = [
    (
      true,
      [
        "description()", "debugDescription()", "hash()", "version()", "resolveInstanceMethod(_:)",
        "accessInstanceVariablesDirectly", "instancesRespond(to:)",
      ]
    ),
    (
      false,
      [
        "awakeFromNib()", "prepareForInterfaceBuilder()", "responds(to:)", "forwardingTarget(for:)",
        "doesNotRecognizeSelector(_:)",
      ]
    ),
  ]

  private static let reported: [(names: [String], hint: String)] = [
    (
      ["value(forKeyPath:)", "setValue(_:forKeyPath:)"],
      "override 'value(forKey:)' and 'setValue(_:forKey:)', which take each key of a path, and "
        + enclosed
    ),
    (
      ["setValuesForKeys(_:)", "dictionaryWithValues(forKeys:)"],
      "override 'setValue(_:forKey:)' and 'value(forKey:)', which take each key, and \(enclosed)"
    ),
    (["awakeAfter(using:)"], "give the method another name, or \(enclosed)"),
    (
      [
        "observationInfo", "addObserver(_:forKeyPath:options:context:)",
        "removeObserver(_:forKeyPath:)", "removeObserver(_:forKeyPath:context:)",
        "willChange(_:valuesAt:forKey:)", "didChange(_:valuesAt:forKey:)",
      ],
      "observe with 'observe(_:options:changeHandler:)' or 'withObservationTracking', or \(enclosed)"
    ),
  ]

  /// The members of NSManagedObject that can be overridden on Apple's platforms only.
  private static let ofManagedObjects = [
    "mutableArrayValue(forKey:)", "mutableSetValue(forKey:)", "mutableOrderedSetValue(forKey:)",
    "primitiveValue(forKey:)", "setPrimitiveValue(_:forKey:)", "changedValues()",
    "committedValues(forKeys:)", "objectIDs(forRelationshipNamed:)", "hasChanges", "faultingState",
  ]

  /// The members of key-value coding that NSManagedObject has on Linux, unlike NSObject.
  private static let coding: [(isOfClass: Bool, names: [String])] = [
    (
      true, ["keyPathsForValuesAffectingValue(forKey:)", "automaticallyNotifiesObservers(forKey:)"]
    ),
    (
      false,
      [
        "value(forKey:)", "setValue(_:forKey:)", "value(forUndefinedKey:)",
        "setValue(_:forUndefinedKey:)", "validateValue(_:forKey:)", "willChangeValue(forKey:)",
        "didChangeValue(forKey:)",
      ]
    ),
  ]

  private static let members: [String: [Member]] = {
    var members: [String: [Member]] = [:]
    for (isOfClass, names) in names {
      for name in names {
        members[name, default: []].append(Member(isOfClass: isOfClass, remedy: .enclosing))
      }
    }
    for (names, hint) in reported {
      for name in names {
        members[name, default: []].append(Member(isOfClass: false, remedy: .reporting(hint)))
      }
    }
    for name in ofManagedObjects {
      let hint = "give it another name, or \(enclosed)"
      members[name, default: []].append(
        Member(isOfClass: false, remedy: .reporting(hint), owners: .managed)
      )
    }
    for (isOfClass, names) in coding {
      for name in names {
        let hint = "only managed objects have key-value coding on Linux: \(enclosed)"
        members[name, default: []].append(
          Member(isOfClass: isOfClass, remedy: .reporting(hint), owners: .plain)
        )
      }
    }
    return members
  }()

  mutating func adoptMissingOverrides(in file: Int) {
    let source = module.files[file].source
    for (index, declaration) in module.files[file].declarations.enumerated()
    where declaration.has("override") && !source.isInactiveOnLinux(declaration.keyword) {
      let place = DeclarationPlace(file: file, index: index)
      let name = module.fullName(of: place)
      guard let member = missingMember(name, at: place) else { continue }
      missingOverrides.insert(place)
      let message = "'\(name)' cannot be overridden on Linux"
      switch member.remedy {
      case .enclosing where isAlone(declaration, in: source):
        enclose(
          linesOf: source.range(declaration.first...declaration.last),
          of: file,
          .overrides,
          message
        )
      case .enclosing:
        report(.overrides, at: declaration.keyword, of: file, message, hint: Self.enclosed)
      case .reporting(let hint):
        report(.overrides, at: declaration.keyword, of: file, message, hint: hint)
      }
    }
    reportCallsOfDescription(in: file)
  }

  /// Whether nothing else is on the lines of a declaration.
  private func isAlone(_ declaration: SwiftDeclaration, in source: SwiftSourceFile) -> Bool {
    let next = declaration.last + 1
    return source.tokens[declaration.first].beginsLine
      && (next >= source.tokens.count || source.tokens[next].beginsLine)
  }

  /// The member with the name of an override that is missing on Linux; nil if there is something to override.
  private func missingMember(_ name: String, at place: DeclarationPlace) -> Member? {
    let owner = module.ownerPath(of: place)
    let isOfClass = module.isStatic(place)
    guard let member = Self.members[name]?.first(where: { $0.isOfClass == isOfClass }) else {
      return nil
    }
    switch member.owners {
    case .all: break
    case .managed: guard module.isManaged(owner) else { return nil }
    case .plain: guard module.rootClass(of: owner) == "NSObject" else { return nil }
    }
    return module.declares(name, isOfClass: isOfClass, ofSuperclassesOf: owner) ? nil : member
  }

  /// Reports calls of `description()` on classes, which Objective-C has.
  private mutating func reportCallsOfDescription(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.is(index, "description") {
      guard index > 1, source.is(index - 1, "."), source.is(index + 1, "("),
        source.partner(index + 1) == index + 2, !source.isInactiveOnLinux(index),
        let type = module.type(source.name(index - 2)), type.kind == .class,
        !module.declares(
          "description()",
          isOfClass: true,
          ofSuperclassesOf: type.path,
          orItself: true
        )
      else { continue }
      report(
        .unavailable,
        at: index,
        of: file,
        "classes have no 'description()' on Linux",
        hint: "write 'String(describing: \(type.path).self)', or put the code between "
          + "'\(Self.condition)' and '#endif'"
      )
    }
  }
}

extension SourceModule {
  /// The name of a function with the labels of its parameters, such as `f(_:of:)`; that of a variable.
  func fullName(of place: DeclarationPlace) -> String {
    let declaration = declaration(place)
    guard declaration.kind == .function else {
      return declaration.bindings.first?.name ?? declaration.name
    }
    return declaration.name + "("
      + declaration.parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"
  }

  /// Whether the superclasses of a class declare a member themselves, without overriding another.
  func declares(
    _ name: String,
    isOfClass: Bool,
    ofSuperclassesOf path: String,
    orItself: Bool = false
  ) -> Bool {
    let stem = String(name.prefix { $0 != "(" })
    return lineage(of: path).dropFirst(orItself ? 0 : 1).contains { current in
      let places = (functions[current] ?? []) + (variables[current]?[stem].map { [$0] } ?? [])
      return places.contains { place in
        fullName(of: place) == name && isStatic(place) == isOfClass
          && !declaration(place).has("override") && !isInactive(place)
      }
    }
  }
}
