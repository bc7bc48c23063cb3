import Foundation
@_spi(Reflection) import Swift

/// The instance variables of a class that have the names of modeled properties.
///
/// On Apple's platforms key-value coding finds them. Here it does not: the value of such a variable is neither read
/// by predicates nor saved, and a message warns of that in advance.
struct HiddenProperties {
  private let objectClass: NSManagedObject.Type
  private let shape: EntityShape

  init(of objectClass: NSManagedObject.Type, _ shape: EntityShape) {
    self.objectClass = objectClass
    self.shape = shape
  }

  /// Prints the names, if there are any.
  func report() {
    // A class without instance variables of its own need not be examined.
    let plainSize = ClassMetadata(NSManagedObject.self).instanceSize
    guard ClassMetadata(objectClass).instanceSize > plainSize else { return }
    for name in names {
      let message =
        "the class \(objectClass) has an instance variable '\(name)', and the entity \(shape.name) a "
        + "property of that name. The variable hides the property, and its value is not saved. Remove "
        + "the variable, or replace it by an accessor that uses primitiveValue(forKey:) and "
        + "setPrimitiveValue(_:forKey:)."
      CoreDataLog.sendPlainly(
        .warning,
        .object,
        message,
        [
          "class": .text("\(objectClass)"), "entity": .text(shape.name), "property": .text(name),
        ]
      )
    }
  }

  private var names: [String] {
    let inherited = Self.fields(of: NSManagedObject.self).map(\.offset).max() ?? 0
    return Self.fields(of: objectClass)
      .filter { $0.offset > inherited && shape.index(of: $0.name) != nil }.map(\.name)
  }

  private static func fields(of type: NSManagedObject.Type) -> [(name: String, offset: Int)] {
    var fields: [(name: String, offset: Int)] = []
    // The compiler considers the constant for classes a variable.
    _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { name, offset, _, _ in
      fields.append((String(cString: name).withoutLazyPrefix, offset))
      return true
    }
    return fields
  }
}

extension String {
  /// The name of a property, without the compiler's prefix for the storage of a lazy one.
  fileprivate var withoutLazyPrefix: String {
    let prefix = "$__lazy_storage_$_"
    return hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
