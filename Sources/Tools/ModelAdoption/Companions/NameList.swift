import SwiftSource

/// The Objective-C names of members of a class written by hand, which Swift does not know on Linux.
///
/// A list omits the members in the list of a superclass, so that lists grow linearly
/// with a chain of classes.
struct NameList {
  /// The class.
  let path: String

  /// The name that `@objc(Name)` gives the class.
  let className: String?

  /// The properties with Objective-C names that no list of keys contains.
  fileprivate(set) var properties: [(name: String, variable: String)] = []

  /// The methods that validate one property.
  fileprivate(set) var validators: [(property: String, method: String)] = []

  /// The members that declare the dependencies of a property.
  fileprivate(set) var dependencies: [PropertyDependency] = []

  var isEmpty: Bool {
    className == nil && properties.isEmpty && validators.isEmpty && dependencies.isEmpty
  }

  /// The class in an extension of the class.
  ///
  /// An enumeration that nothing refers to is left out of a build for a release.
  var text: String {
    let all = "[(name: String, keyPath: any AnyKeyPath & Sendable)]"
    let own = properties.map { "(\"\($0.name)\", \\\(path).`\($0.variable)`)" }
    var text = """

          nonisolated final class GeneratedNames: GeneratedCodeV2.Names {
              static var className: String? { \(className.map { "\"\($0)\"" } ?? "nil") }
              static var properties: \(all) {
                  [\(own.joined(separator: ", "))]
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

/// The lists of names of the classes of a module.
struct NameLists {
  private let module: SourceModule

  /// The properties in lists of keys, by their classes.
  private let known: [String: Set<String>]
  private var lists: [String: NameList] = [:]

  /// The members of a class and its superclasses whose property none of them declares: a subclass may.
  private var undecided: [String: UndecidedMembers] = [:]

  /// Creates the lists of classes that are declared or extended in the sources.
  init(of paths: [String], in module: SourceModule, known: [String: Set<String>]) {
    self.module = module
    self.known = known
    let classes = Set(paths.filter { Self.canHaveNames($0, in: module) })
    for path in paths where classes.contains(path) { add(path, among: classes) }
  }

  /// The list of a class; nil if it is empty.
  func list(of path: String) -> NameList? {
    lists[path].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func canHaveNames(_ path: String, in module: SourceModule) -> Bool {
    guard let type = module.type(path) else {
      return module.entity(ofClass: path) != nil && !path.contains(".")
    }
    return type.kind == .class && !module.isHidden(path)
      && !module.declaration(type.place).isGeneric && !module.isInactive(type.place)
      && module.files[type.place.file].importedModule == nil
  }

  /// Adds the list of a class after those of its superclasses.
  private mutating func add(_ path: String, among classes: Set<String>) {
    var chain: [(path: String, part: [String])] = []
    var seen: Set<String> = []
    var next: String? = path
    while let current = next, lists[current] == nil, seen.insert(current).inserted {
      if classes.contains(current) {
        chain.append((current, [current]))
      } else if !chain.isEmpty {
        chain[chain.count - 1].part.append(current)
      }
      next = module.superclassPath(of: current)
    }
    var superclass = next.flatMap { lists[$0] == nil ? nil : $0 }
    for (current, part) in chain.reversed() {
      lists[current] = list(of: current, part, superclass)
      superclass = current
    }
  }

  /// The list of a class.
  ///
  /// - Parameters:
  ///   - path: The class.
  ///   - part: The class, and the superclasses between it and the nearest one with a list.
  ///   - superclass: The nearest superclass with a list.
  /// - Returns: The list, which may be empty.
  private mutating func list(of path: String, _ part: [String], _ superclass: String?) -> NameList {
    let className = module.type(path).flatMap { module.objectiveCName(of: $0.place) }
    var list = NameList(path: path, className: className)
    var members = UndecidedMembers()
    var listed: Set<String> = []
    for current in part {
      let isGeneric = module.type(current).map { module.declaration($0.place).isGeneric } ?? false
      members.dependencies += module.members(ofDependenciesIn: current)
      let names = known[current] ?? []
      for (variable, place) in (module.variables[current] ?? [:]).sorted(by: { $0.key < $1.key })
      where !names.contains(variable)
        && (module.hasObjectiveCName(place) || isGeneric && module.isNameable(managed: place))
        && module.isVisible(place) && listed.insert(variable).inserted
      {
        list.properties.append((module.objectiveCName(of: place) ?? variable, variable))
      }
      guard !isGeneric else { continue }
      members.validators += (module.validators[current] ?? [])
        .filter { !module.isPrivate($0) && !module.isInactive($0) }
        .map { module.declaration($0).name }
    }
    if let more = superclass.flatMap({ undecided[$0] }) {
      members.validators += more.validators
      members.dependencies += more.dependencies
    }
    for method in module.take(&members.validators, ofClass: path)
    where !list.validators.contains(where: { $0.property == method.property }) {
      list.validators.append(method)
    }
    list.dependencies = module.take(&members.dependencies, ofClass: path)
    undecided[path] = members
    return list
  }
}

/// Members of classes that name a property which has not been found yet.
private struct UndecidedMembers {
  var validators: [String] = []
  var dependencies: [(name: String, expression: String)] = []
}

extension SourceModule {
  /// The name that `@objc(Name)` gives a declaration.
  func objectiveCName(of place: DeclarationPlace) -> String? {
    guard let argument = declaration(place).attribute("objc")?.argument else { return nil }
    return files[place.file].source.name(argument.lowerBound + 1)
  }

  /// Whether a variable of a class is visible in Objective-C, and any file of the module can name it.
  fileprivate func hasObjectiveCName(_ place: DeclarationPlace) -> Bool {
    let variable = declaration(place)
    return variable.kind == .variable && !isStatic(place) && isKnownToObjectiveC(place)
  }

  /// Whether the sources can name a member of a class, which may be one of an imported module.
  fileprivate func isVisible(_ place: DeclarationPlace) -> Bool {
    guard let other = files[place.file].importedModule else { return true }
    return access(of: place) == "public" || testableImports.contains(other)
  }

  /// Whether a variable has `@NSManaged`, and any file of the module can name it.
  fileprivate func isNameable(managed place: DeclarationPlace) -> Bool {
    let variable = declaration(place)
    guard variable.attribute("NSManaged") != nil, variable.attribute("MainActor") == nil,
      !isUnavailable(place), !isInactive(place), !isPrivate(place)
    else { return false }
    return variable.parent.map { !files[place.file].declarations[$0].hasConditions } ?? false
  }

  /// Whether the compiler refuses uses of a declaration: `@available(*, unavailable)`.
  func isUnavailable(_ place: DeclarationPlace) -> Bool {
    let source = files[place.file].source
    return declaration(place).attributes.contains { attribute in
      attribute.name == "available" && attribute.tokens.contains { source.is($0, "*") }
        && attribute.tokens.contains { source.is($0, "unavailable") }
    }
  }

  /// Whether a member of a class is visible in Objective-C, and any file of the module can name it.
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

  /// Whether a function has the signature of a method that validates one property, found by name in Objective-C.
  func isValidator(_ place: DeclarationPlace) -> Bool {
    let function = declaration(place)
    guard function.name.hasPrefix("validate"), function.isThrowing, function.result == nil,
      function.parameters.count == 1, function.parameters[0].label == nil, !isStatic(place)
    else { return false }
    return text(function.parameters[0].type, in: place.file)
      .hasPrefix("AutoreleasingUnsafeMutablePointer<AnyObject?>")
  }

  /// The property that a method with a name such as `validatePages` validates.
  private static func property(validatedBy method: String, among known: Set<String>) -> String? {
    let stem = String(method.dropFirst("validate".count))
    let lower = stem.prefix(1).lowercased() + stem.dropFirst()
    return [lower, stem].first { known.contains($0) }
  }

  /// Removes the methods that validate a property of a class from a list.
  fileprivate func take(
    _ methods: inout [String],
    ofClass path: String
  ) -> [(property: String, method: String)] {
    guard !methods.isEmpty else { return [] }
    let known = Set(properties(ofClass: path))
    var rest: [String] = []
    var taken: [(property: String, method: String)] = []
    for method in methods {
      if let property = Self.property(validatedBy: method, among: known) {
        taken.append((property, method))
      } else {
        rest.append(method)
      }
    }
    methods = rest
    return taken
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
