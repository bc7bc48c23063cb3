import ManagedModel
import SwiftSource

/// The keys by which the accessors of a class refer to its properties.
struct KeyList {
  private let className: String
  private let names: [String]
  private let knownNames: Set<String>

  /// The properties whose key path other files can name.
  private let declared: Set<String>
  private let superclass: String?
  private let hasSubclasses: Bool

  init(
    _ className: String,
    _ names: [String],
    declared: Set<String>,
    superclass: String?,
    hasSubclasses: Bool
  ) {
    self.className = className
    self.names = names
    knownNames = Set(names)
    self.declared = declared
    self.superclass = superclass
    self.hasSubclasses = hasSubclasses
  }

  /// The key of a property; nil if the class does not declare it.
  func key(of name: String) -> String? {
    knownNames.contains(name) ? Self.identifier(name) : nil
  }

  private static func identifier(_ name: String) -> String {
    reserved.contains(name) ? name + "_" : "`\(name)`"
  }

  /// The names of the enumeration's other members.
  private static let reserved: Set<String> = [
    "end", "first", "table", "Protocol", "Type", "init", "self",
  ]

  var text: String {
    let cases = names.map(Self.identifier) + (hasSubclasses ? ["end"] : [])
    var text = "\n    nonisolated enum GeneratedKey: ~Copyable, GeneratedCodeV2.Key {\n"
    text += "        case \(cases.joined(separator: ", "))\n"
    if let superclass {
      text += "        static var first: Int { \(superclass).GeneratedKey.number(of: .end) }\n"
    }
    let all = names.joined(separator: " ")
    text += "        static let table = GeneratedCodeV2.KeyTable(\"\(all)\", (\(keyPaths)))\n"
    return text + "    }\n"
  }

  /// The key paths of the properties; nil for those without one.
  private var keyPaths: String {
    names.map { declared.contains($0) ? "\\\(className).`\($0)`" : "nil as AnyKeyPath?" }
      .joined(separator: ", ")
  }
}

/// The classes of a module whose accessors have keys.
struct KeyedClasses {
  private let module: SourceModule
  private var names: [String: [String]] = [:]
  private var declared: [String: Set<String>] = [:]

  /// The nearest superclass with keys of each class, and the set of these superclasses.
  private var superclasses: [String: String] = [:]
  private var classesWithSubclasses: Set<String> = []

  init(_ members: [ManagedMember], in module: SourceModule) {
    self.module = module
    for member in members {
      guard case .variable = member.signature, member.primitiveOf == nil else { continue }
      guard Self.canHaveKeys(member.owner, in: module) else { continue }
      names[member.owner, default: []].append(member.name)
      if !module.isPrivate(member.place), !module.isUnavailable(member.place) {
        declared[member.owner, default: []].insert(member.name)
      }
    }
    for (name, known) in names {
      let entity = module.entity(ofClass: name).map { module.resolved($0).entity }
      names[name] = Set(known).union(entity?.properties.map(\.name) ?? [])
        .sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
      // A property with user-written accessors has a key path too.
      for property in entity?.properties.map(\.name) ?? [] {
        guard let place = module.variables[name]?[property],
          !module.isPrivate(place), !module.isStatic(place), !module.isInactive(place),
          !module.isUnavailable(place)
        else { continue }
        declared[name, default: []].insert(property)
      }
    }
    for name in names.keys { superclasses[name] = superclass(of: name) }
    classesWithSubclasses = Set(superclasses.values)
  }

  /// Whether another file can nest a type in a class.
  private static func canHaveKeys(_ path: String, in module: SourceModule) -> Bool {
    guard let type = module.type(path) else { return false }
    return !module.isHidden(path) && !module.declaration(type.place).isGeneric
  }

  /// The properties of a class that have a key path in its list.
  func keyedNames(of path: String) -> Set<String> { declared[path] ?? [] }

  /// The keys of a class; nil if its accessors use names.
  func keys(of path: String) -> KeyList? {
    guard let own = names[path] else { return nil }
    return KeyList(
      path,
      own,
      declared: declared[path] ?? [],
      superclass: superclasses[path],
      hasSubclasses: classesWithSubclasses.contains(path)
    )
  }

  /// The nearest superclass with keys, in the companion or in a file generated from the model.
  private func superclass(of path: String) -> String? {
    var next = path
    var seen: Set<String> = []
    while seen.insert(next).inserted {
      guard let type = module.type(next), let name = module.superclass(of: type) else { return nil }
      guard let outer = module.type(name, in: type.path) else {
        return module.entity(ofClass: name) == nil ? nil : name
      }
      if names[outer.path] != nil || isGenerated(outer.path) { return outer.path }
      next = outer.path
    }
    return nil
  }

  private func isGenerated(_ path: String) -> Bool {
    guard let entity = module.entity(ofClass: path).map({ module.resolved($0).entity }) else {
      return false
    }
    return entity.codeGeneration != .manual && !entity.properties.isEmpty
  }
}
