import SwiftSource

/// The names of a class that was written by hand, which Objective-C knows on Apple's platforms and Swift does not.
struct NameList {
  /// The name that `@objc(Name)` gives the class.
  let className: String?

  /// The properties that have names in Objective-C and that no list of keys has, with those of superclasses.
  let properties: [(name: String, variable: String)]

  /// The methods that check the value of one property, with those of superclasses.
  let validators: [(property: String, method: String)]

  /// The members that say on which others a property depends, with those of superclasses.
  let dependencies: [PropertyDependency]

  /// The names of a class that is declared or extended in the sources; nil if there are none to note.
  ///
  /// - Parameters:
  ///   - path: The class.
  ///   - module: The sources.
  ///   - known: The properties that lists of keys have, by their classes.
  init?(of path: String, in module: SourceModule, known: [String: Set<String>]) {
    if let type = module.type(path) {
      guard type.kind == .class, !module.isHidden(path),
        !module.declaration(type.place).isGeneric, !module.isInactive(type.place)
      else { return nil }
      className = module.objectiveCName(of: type.place)
    } else {
      guard module.entity(ofClass: path) != nil, !path.contains(".") else { return nil }
      className = nil
    }
    var properties: [(String, String)] = []
    var validators: [(String, String)] = []
    for current in module.lineage(of: path) {
      let names = known[current] ?? []
      let isOpen = module.type(current).map { !module.declaration($0.place).isGeneric } ?? true
      for (variable, place) in (module.variables[current] ?? [:]).sorted(by: { $0.key < $1.key })
      where isOpen && !names.contains(variable) && module.hasObjectiveCName(place) {
        properties.append((module.objectiveCName(of: place) ?? variable, variable))
      }
      for place in module.validators[current] ?? [] where isOpen {
        let method = module.declaration(place).name
        guard let property = module.property(validatedBy: method, ofClass: path),
          !module.isPrivate(place), !module.isInactive(place),
          !validators.contains(where: { $0.0 == property })
        else { continue }
        validators.append((property, method))
      }
    }
    self.properties = properties
    self.validators = validators
    dependencies = module.dependencies(ofClass: path)
    if className == nil, properties.isEmpty, validators.isEmpty, dependencies.isEmpty { return nil }
  }

  /// The enumeration in an extension of the class.
  func text(of path: String) -> String {
    let entries = properties.map { "(\"\($0.name)\", \\\(path).`\($0.variable)`)" }
    var text = """

          nonisolated enum GeneratedNames: GeneratedCodeV2.Names {
              static var className: String? { \(className.map { "\"\($0)\"" } ?? "nil") }
              static var properties: [(name: String, keyPath: any AnyKeyPath & Sendable)] {
                  [\(entries.joined(separator: ", "))]
              }

      """
    if !validators.isEmpty {
      let methods = validators.map { validator in
        "(\"\(validator.property)\", { try ($0 as? \(path))?.`\(validator.method)`($1) })"
      }
      text += """
                static var validators: [(name: String, method: GeneratedCodeV2.Validator)] {
                    [\(methods.joined(separator: ", "))]
                }

        """
    }
    if !dependencies.isEmpty {
      let members = dependencies.map { "(\"\($0.property)\", { \(path).\($0.expression) })" }
      text += """
                static var dependencies: [(name: String, keyPaths: GeneratedCodeV2.Dependency)] {
                    [\(members.joined(separator: ", "))]
                }

        """
    }
    return text + "    }\n"
  }
}

extension SourceModule {
  /// The name that `@objc(Name)` gives a declaration.
  func objectiveCName(of place: DeclarationPlace) -> String? {
    guard let argument = declaration(place).attribute("objc")?.argument else { return nil }
    return files[place.file].source.name(argument.lowerBound + 1)
  }

  /// Whether Objective-C knows a variable of a class, and any file of the module can name it.
  fileprivate func hasObjectiveCName(_ place: DeclarationPlace) -> Bool {
    let variable = declaration(place)
    return variable.kind == .variable && !isStatic(place) && isKnownToObjectiveC(place)
  }

  /// Whether Objective-C knows a member of a class, and any file of the module can name it.
  func isKnownToObjectiveC(_ place: DeclarationPlace) -> Bool {
    let variable = declaration(place)
    guard !isInactive(place), !isPrivate(place), let parent = variable.parent,
      !files[place.file].declarations[parent].hasConditions
    else { return false }
    let excluding = ["nonobjc", "available", "MainActor", "NSManaged", "IBOutlet", "IBInspectable"]
    guard !excluding.contains(where: { variable.attribute($0) != nil }) else { return false }
    let owner = type(ownerPath(of: place)).map { declaration($0.place) }
    return variable.attribute("objc") != nil || variable.has("dynamic")
      || owner?.attribute("objcMembers") != nil
      || files[place.file].declarations[parent].attribute("objc") != nil
        && files[place.file].declarations[parent].kind == .extension
  }

  /// Whether a function has the form of a method that checks one property, as Objective-C finds it by its name.
  func isValidator(_ place: DeclarationPlace) -> Bool {
    let function = declaration(place)
    guard function.name.hasPrefix("validate"), function.isThrowing, function.result == nil,
      function.parameters.count == 1, function.parameters[0].label == nil, !isStatic(place)
    else { return false }
    return text(function.parameters[0].type, in: place.file)
      .hasPrefix("AutoreleasingUnsafeMutablePointer<AnyObject?>")
  }

  /// The property that a method of a name such as `validatePages` checks.
  fileprivate func property(validatedBy method: String, ofClass path: String) -> String? {
    let stem = String(method.dropFirst("validate".count))
    let lower = stem.prefix(1).lowercased() + stem.dropFirst()
    let properties = properties(ofClass: path)
    return [lower, stem].first { properties.contains($0) }
  }

  /// The paths of the managed classes that the sources declare or extend.
  var managedPaths: [String] {
    let extended = variables.keys.filter { types[$0] == nil && entity(ofClass: $0) != nil }
    let declared = types.values.filter { type in
      type.kind == .class && files[type.place.file].importedModule == nil && isManaged(type.path)
    }.map(\.path)
    return (extended + declared).sorted()
  }
}
