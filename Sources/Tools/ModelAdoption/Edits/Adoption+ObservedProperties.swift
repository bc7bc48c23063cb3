import ManagedModel
import SwiftSource

// Observers of dependent properties, whose changes Objective-C's key-value observing reports.

extension Adoption {
  mutating func reportObservedProperties(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.is(index, "observe") {
      guard source.is(index + 1, "("), source.is(index + 2, "\\"),
        !source.isInactiveOnLinux(index), let key = observedKey(from: index + 3, in: source)
      else { continue }
      if isOfOtherObjects(key.name, of: key.type), !isReporting(key.name, of: key.type) {
        report(
          .unavailable,
          at: index,
          of: file,
          "'\(key.name)' cannot be observed on Linux, unlike properties of managed objects",
          hint:
            "observe a notification of the change, or put the code between '\(Self.condition)' and '#endif'"
        )
        continue
      }
      guard isComputed(key.name, of: key.type) else { continue }
      report(
        .unavailable,
        at: index,
        of: file,
        "'\(key.name)' is not a property of the model, and cannot be observed by its key path on Linux",
        hint: "observe the properties on which it depends, or read it in 'withObservationTracking'"
      )
    }
  }

  /// The property and the type in a key path of one property: `\Team.name` or `\.name`.
  func observedKey(from start: Int, in source: SwiftSourceFile) -> (
    type: String?, name: String
  )? {
    var parts: [String] = []
    var next = start
    var isRooted = true
    if source.is(next, ".") { isRooted = false } else { next -= 1 }
    while next == start - 1 || source.is(next, ".") {
      guard source.tokens.indices.contains(next + 1), source.tokens[next + 1].kind == .word else {
        return nil
      }
      parts.append(source.name(next + 1))
      next += 2
    }
    guard source.is(next, ",") || source.is(next, ")"), let name = parts.popLast(),
      isRooted || parts.isEmpty
    else { return nil }
    return (isRooted ? parts.joined(separator: ".") : nil, name)
  }

  /// Properties that code often observes on unmanaged objects.
  private static let properties: Set<String> = [
    "completedUnitCount", "countOfBytesReceived", "fractionCompleted", "hasChanges", "isCancelled",
    "isExecuting", "isFinished", "isPaused", "isReady", "isSuspended", "operationCount",
    "persistentStores",
  ]

  /// Whether the observed property reports its changes on Linux.
  private func isReporting(_ name: String, of type: String?) -> Bool {
    let path = type.map { module.aliased($0) ?? $0 }
    return observedVariables.contains { owner, places in
      (path == nil || path == owner)
        && places.contains { module.declaration($0).bindings[0].name == name }
    }
  }

  private func isOfOtherObjects(_ name: String, of type: String?) -> Bool {
    if let owners = module.owners[name] {
      let path = type.map { module.aliased($0) ?? $0 }
      let possible = owners.filter { path == nil || path == $0 }
      return possible.contains { isOfOtherObjects(name, ofClass: $0) }
        && possible.allSatisfy { !module.isManaged($0) }
    }
    guard Self.properties.contains(name) else { return false }
    guard let type else { return true }
    return module.aliased(type).map { !module.isManaged($0) } ?? true
  }

  /// Whether a property is one that code observes, of a class of other objects.
  private func isOfOtherObjects(_ name: String, ofClass path: String) -> Bool {
    guard !module.isManaged(path), let place = module.variable(name, ofClass: path) else {
      return false
    }
    return module.declaration(place).has("dynamic")
  }

  /// Whether a property of a managed class is one of code, and not of the model.
  private func isComputed(_ name: String, of type: String?) -> Bool {
    if let type {
      guard let path = module.aliased(type), module.isManaged(path) else { return false }
      return isComputed(name, ofClass: path)
    }
    // For a key path without a type all classes with such a property must agree.
    let owners = module.owners[name] ?? []
    return !owners.isEmpty
      && owners.allSatisfy { module.isManaged($0) && isComputed(name, ofClass: $0) }
  }

  private func isComputed(_ name: String, ofClass path: String) -> Bool {
    guard let place = module.variable(name, ofClass: path),
      module.declaration(place).attribute("NSManaged") == nil
    else { return false }
    if module.hasDependencies(name, ofClass: path) { return false }
    // A property of the model may have accessors in the sources.
    if let entity = module.entity(ofClass: path) {
      return module.model(of: entity).locate(name, in: module.resolved(entity)) == nil
    }
    let stem = name.prefix(1).uppercased() + name.dropFirst()
    return module.memberFunctions["keyPathsForValuesAffecting\(stem)"] != nil
  }
}
