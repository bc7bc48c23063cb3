import ManagedModel
import SwiftSource

// `#keyPath(Team.players.name)` is the string "players.name".

extension Adoption {
  mutating func adoptKeyPaths(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.is(index, "#keyPath") {
      guard !source.isInactiveOnLinux(index), source.is(index + 1, "("),
        let end = source.partner(index + 1), end > index + 2
      else { continue }
      adoptKeyPath(index + 2...end - 1, index...end, of: file)
    }
    for index in source.tokens.indices
    where source.is(index, "willChangeValue") || source.is(index, "didChangeValue") {
      adoptChange(index, of: file)
    }
  }

  /// Replaces the key path in `willChangeValue(for: \.name)` by a string, which both platforms accept.
  private mutating func adoptChange(_ call: Int, of file: Int) {
    let source = module.files[file].source
    guard source.is(call + 1, "("), source.is(call + 2, "for"), source.is(call + 3, ":"),
      source.is(call + 4, "\\"), let end = source.partner(call + 1), end > call + 5,
      !source.isInactiveOnLinux(call), !reportsByKeyPath(typePath(around: call, of: file))
    else { return }
    let path = call + 5..<end
    let names = path.filter { source.tokens[$0].kind == .word }.map { source.name($0) }
    guard let last = names.last,
      path.allSatisfy({ source.tokens[$0].kind == .word || source.is($0, ".") })
    else { return }
    let name = propertyName(names, around: call, of: file) ?? last
    replace(
      source.range(call + 2...end - 1),
      of: file,
      with: "forKey: \"\(name)\"",
      .keyPaths,
      "'\(source.text(call))(for:)' needs Objective-C; the key is \"\(name)\""
    )
  }

  private mutating func adoptKeyPath(
    _ argument: ClosedRange<Int>,
    _ whole: ClosedRange<Int>,
    of file: Int
  ) {
    let source = module.files[file].source
    var names: [String] = []
    for token in argument where source.tokens[token].kind == .word {
      names.append(source.name(token))
    }
    let range = source.range(whole)
    do {
      let path = try keyPath(names, around: whole.lowerBound, of: file)
      replace(
        range,
        of: file,
        with: "\"\(path)\"",
        .keyPaths,
        "'#keyPath' needs Objective-C; the string is \"\(path)\""
      )
    } catch {
      report(.keyPaths, at: whole.lowerBound, of: file, error.message, hint: error.hint)
    }
  }

  /// The name of the last property of a path; nil if it is unknown.
  func propertyName(_ names: [String], around token: Int, of file: Int) -> String? {
    guard !names.isEmpty, let path = try? keyPath(names, around: token, of: file) else {
      return nil
    }
    return path.split(separator: ".").last.map(String.init)
  }

  private struct Failure: Error {
    let message: String
    let hint: String
  }

  private func keyPath(_ names: [String], around token: Int, of file: Int) throws(Failure) -> String
  {
    let written = names.joined(separator: ".")
    // The longest prefix that is a type is the root.
    for count in stride(from: names.count - 1, through: 1, by: -1) {
      let name = names.prefix(count).joined(separator: ".")
      let context = typePath(around: token, of: file)
      let found = module.aliased(name, in: context) ?? (name == "Self" ? context : nil)
      guard let root = found ?? (module.entity(ofClass: name) == nil ? nil : name) else { continue }
      return try checked(names.dropFirst(count), of: root, written)
    }
    let context = typePath(around: token, of: file)
    if !context.isEmpty, hasProperty(names[0], ofClass: context) {
      return try checked(names[...], of: context, written)
    }
    if names.count == 2, names[0].hasPrefix("NS"), Self.hasObjectiveCName(names[1]) {
      return names[1]
    }
    let locals = module.files[file].localClasses
    if names.count == 2, locals.contains(where: { $0.name == names[0] && $0.hasVariable(names[1]) })
    {
      return names[1]
    }
    if names.count == 2, names[0] == "Operation", Self.operationKeys.contains(names[1]) {
      return names[1]
    }
    throw Failure(
      message:
        "'#keyPath(\(written))' needs Objective-C, and the sources do not declare its property",
      hint: "write the string, or use the key path '\\\(written)'"
    )
  }

  /// Whether the sources or the model have a property of a class.
  private func hasProperty(_ name: String, ofClass path: String) -> Bool {
    if module.variable(name, ofClass: path) != nil { return true }
    if hasFrameworkProperty(name, ofClass: path) { return true }
    guard let entity = module.entity(ofClass: path) else { return false }
    return module.model(of: entity).locate(name, in: module.resolved(entity)) != nil
  }

  /// The path of the type around a token.
  func typePath(around token: Int, of file: Int) -> String {
    let declarations = module.files[file].declarations
    // The last declaration that begins before the token, or an enclosing one.
    var next = indexOfDeclaration(before: token, in: file)
    while let index = next {
      let declaration = declarations[index]
      if declaration.kind.isType, declaration.body?.contains(token) == true {
        return module.path(of: DeclarationPlace(file: file, index: index))
      }
      next = declaration.parent
    }
    return ""
  }

  /// The index of the last declaration whose keyword precedes a token.
  func indexOfDeclaration(before token: Int, in file: Int) -> Int? {
    let declarations = module.files[file].declarations
    var (low, high) = (0, declarations.count)
    while low < high {
      let middle = (low + high) / 2
      if declarations[middle].keyword <= token { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Whether a property of a framework's class has the same name in Objective-C: a Boolean may have another one.
  private static func hasObjectiveCName(_ name: String) -> Bool {
    let rest = name.dropFirst(2)
    return !(name.hasPrefix("is") && rest.first?.isUppercase == true)
  }

  /// The properties that all managed objects have besides those of the model.
  static let commonProperties: Set<String> = [
    "objectID", "entity", "managedObjectContext", "hasChanges", "hasPersistentChangedValues",
    "faultingState", "description",
  ]

  /// The keys that `Operation` documents; those of truth values have other names in Objective-C, and the same effect.
  private static let operationKeys: Set<String> = [
    "completionBlock", "dependencies", "isAsynchronous", "isCancelled", "isConcurrent",
    "isExecuting", "isFinished", "isReady", "queuePriority",
  ]

  /// Whether a class of the sources inherits a property of a known name from one of a framework.
  private func hasFrameworkProperty(_ name: String, ofClass path: String) -> Bool {
    Self.commonProperties.contains(name) && module.isManaged(path)
      || Self.operationKeys.contains(name) && module.rootClass(of: path) == "Operation"
  }

  /// The names of a path, if the model or the sources have them.
  private func checked(
    _ names: ArraySlice<String>,
    of root: String,
    _ written: String
  ) throws(Failure) -> String {
    var parts: [String] = []
    var owner: String? = root
    var entity = module.entity(ofClass: root)
    for name in names {
      if let index = entity,
        let location = module.model(of: index).locate(name, in: module.resolved(index))
      {
        parts.append(name)
        let ends = module.model(of: index).entities[location.entity].ends
        let end = ends.indices.contains(location.property) ? ends[location.property] : nil
        entity = end?.destination.map { ModelEntity(model: index.model, entity: $0) }
        owner = entity.flatMap { EntityClass(of: module.resolved($0).entity)?.name }
      } else if let known = owner, let place = module.variable(name, ofClass: known) {
        parts.append(module.objectiveCName(of: place) ?? name)
        owner = destination(of: place, name, in: known)
        entity = owner.flatMap { module.entity(ofClass: $0) }
      } else if let known = owner, hasFrameworkProperty(name, ofClass: known) {
        parts.append(name)
        (owner, entity) = (nil, nil)
      } else if let index = entity ?? module.entity(ofClass: root) {
        let model = module.model(of: index)
        let known = model.allProperties(of: module.resolved(index)).map {
          model.property(at: $0).name
        }
        throw Failure(
          message:
            "'#keyPath(\(written))': neither the model nor the sources have a property '\(name)'",
          hint: "the properties of '\(module.resolved(index).name)' are "
            + known.sorted().joined(separator: ", ")
        )
      } else {
        throw Failure(
          message: "'#keyPath(\(written))': the sources have no property '\(name)'",
          hint: "name the model with --model, or write the string"
        )
      }
    }
    return parts.joined(separator: ".")
  }

  /// The class to which a property leads: that of its type, or of the elements of its collection.
  private func destination(of place: DeclarationPlace, _ name: String, in context: String)
    -> String?
  {
    guard
      let type = module.declaration(place).bindings.first(where: { $0.name == name })?.type
    else { return nil }
    let source = module.files[place.file].source
    return type.lazy.filter { source.tokens[$0].kind == .word }.map { source.name($0) }
      .compactMap { module.type($0, in: context)?.path }.first
  }
}
