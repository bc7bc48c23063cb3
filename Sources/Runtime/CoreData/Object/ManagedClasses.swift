import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The class with a name that a model gives: `Player`, `Sports.Player`, or the one that `@objc(Name)` gives it.
///
/// Foundation's function finds classes only by the names of their modules and their own. This one is preferred for
/// optional names, as ``NSEntityDescription/managedObjectClassName`` is one, and finds the class of an entity.
///
/// - Parameter aClassName: The name of a class of managed objects, or one that Foundation knows.
/// - Returns: The class; nil if no class has the name.
public func NSClassFromString(_ aClassName: String?) -> AnyClass? {
  guard let aClassName else { return nil }
  if let found = ManagedClasses.objectClass(named: aClassName) { return found }
  // Foundation prints a message for a name with more parts.
  guard aClassName.split(separator: ".").count <= 2 else { return nil }
  return Foundation.NSClassFromString(aClassName)
}

/// The classes of managed objects in the program, by their names in models.
enum ManagedClasses {
  /// Returns the subclass of `NSManagedObject` for a model's class name: `Player`, `Sports.Player`,
  /// `_TtC6Sports6Player`.
  ///
  /// If several modules have a class with the name, it is the one in the module that has classes for most of the
  /// model's other entities; among equals the one in the program's own module, or else the one in the module whose
  /// name sorts first.
  ///
  /// - Parameters:
  ///   - text: The name of the class in the model.
  ///   - names: The names of all classes in the model.
  /// - Returns: The class; nil if no class has the name.
  static func objectClass(
    named text: String,
    among names: @autoclosure () -> [String] = []
  ) -> NSManagedObject.Type? {
    let text = MangledClassName(text)?.path ?? text
    let parts = text.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
    guard let name = parts.last else { return nil }
    let found = candidates(named: name)
    let module = parts.dropLast().joined(separator: ".")
    if let exact = found.first(where: { $0.module == module }) { return exact.type }
    if !module.isEmpty {
      if let inner = innerClass(named: text) { return inner }
      // A class of a dynamically loaded library is found by its full name only.
      if parts.count == 2, let exact = NSClassFromString(text) as? NSManagedObject.Type {
        return exact
      }
    }
    if found.count > 1 { return best(of: found, among: names()) }
    return found.first?.type ?? innerClass(named: name)
  }

  /// Returns the subclass of `NSManagedObject` that is nested in another type, private to its file, or has another
  /// name in models; nil if there is none, or several.
  ///
  /// - Parameter text: The name, with or without those of the enclosing types and of the module.
  /// - Returns: The class.
  private static func innerClass(named text: String) -> NSManagedObject.Type? {
    let suffix = "." + text
    let found = managedClasses.filter { $0.path.hasSuffix(suffix) || $0.path == text }
    if found.count > 1 { return found.first { $0.path == text }?.type }
    return found.first?.type ?? namedClasses[text]
  }

  /// All subclasses of `NSManagedObject` that are not generic.
  private static let managedClasses: [(path: String, type: NSManagedObject.Type)] =
    TypeRecords.classes().compactMap { known in
      (known.type as? NSManagedObject.Type).map { (known.path, $0) }
    }

  /// The classes by the names that `@objc(Name)` gives them on Apple's platforms, from companions.
  private static let namedClasses = Dictionary(
    managedClasses.compactMap { known in
      GeneratedCodeV2.objectiveCName(of: known.type).map { ($0, known.type) }
    },
    uniquingKeysWith: { first, _ in first }
  )

  /// Returns the names that a companion states for a subclass of a generic class, which has none of its own.
  static func names(ofSubclassOf objectClass: NSManagedObject.Type)
    -> (any GeneratedCodeV2.Names.Type)?
  {
    guard _mangledTypeName(objectClass)?.hasSuffix("G") == true else { return nil }
    return managedClasses.lazy.filter { isSubclass($0.type, of: objectClass) }
      .compactMap { GeneratedCodeV2.names(of: $0.type) }.first
  }

  private static func isSubclass(_ type: AnyClass, of objectClass: AnyClass) -> Bool {
    sequence(first: type) { _getSuperclass($0) }.contains { $0 == objectClass }
  }

  private struct Candidate {
    let module: String
    let type: NSManagedObject.Type
  }

  private static func candidates(named name: String) -> [Candidate] {
    (ProgramClasses.entriesByName[name] ?? []).compactMap { entry in
      (entry.type as? NSManagedObject.Type).map { Candidate(module: entry.module, type: $0) }
    }
  }

  private static func best(of found: [Candidate], among names: [String]) -> NSManagedObject.Type? {
    var counts: [String: Int] = [:]
    for text in names {
      guard let name = text.split(separator: ".").last else { continue }
      for candidate in candidates(named: String(name)) { counts[candidate.module, default: 0] += 1 }
    }
    let most = found.map { counts[$0.module] ?? 0 }.max() ?? 0
    let favourites = found.filter { (counts[$0.module] ?? 0) == most }
    return (favourites.first { $0.module == ProgramClasses.ownModule } ?? favourites.first)?.type
  }
}
