import CSwiftABI
import Foundation

/// The classes of the program by their names without module, found in what the compiler wrote about types.
///
/// A model says `Player` and not in which module the class is. Apple's platforms ask the Objective-C
/// runtime, which knows classes by such names; here the type records of the program are read, once.
enum ProgramClasses {
  private static let modulesByClass: [String: [String]] = {
    var count = 0
    guard let records = type_records(&count) else { return [:] }
    var modules: [String: [String]] = [:]
    for index in 0..<count {
      var module: UnsafePointer<CChar>?
      var name: UnsafePointer<CChar>?
      guard class_of_record(records + index, &module, &name), let module, let name else { continue }
      modules[String(cString: name), default: []].append(String(cString: module))
    }
    return modules.mapValues { $0.sorted() }
  }()

  /// The subclass of `NSManagedObject` that a model's class name means: `Player`, `Sports.Player`.
  ///
  /// Of several with the name, the one in a module whose name sorts first.
  static func managedObjectClass(named text: String) -> NSManagedObject.Type? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
    guard let name = parts.last else { return nil }
    let modules = parts.count > 1 ? [parts.dropLast().joined(separator: ".")] : []
    for module in modules + (modulesByClass[name] ?? []) {
      if let found = _typeByName(mangled(name, in: module)) as? NSManagedObject.Type {
        return found
      }
    }
    // A class inside another type, or one that a test defines, is known by its full name only.
    return NSClassFromString(text) as? NSManagedObject.Type
  }

  private static func mangled(_ name: String, in module: String) -> String {
    "\(module.utf8.count)\(module)\(name.utf8.count)\(name)C"
  }
}
