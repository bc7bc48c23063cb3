import Foundation

/// The elements of an array, a set, a dictionary or an object that is one.
struct CollectionElements {
  enum Kind {
    case ordered
    case unordered
    case dictionary
  }

  let kind: Kind

  /// The elements; of a dictionary, its values.
  let elements: [Any]

  /// Reads the elements of a value; nil if it is not a collection.
  ///
  /// - Parameter value: Any value.
  init?(_ value: Any) {
    if type(of: value) is AnyClass {
      self.init(object: value as AnyObject)
    } else if let collection = value as? any SwiftCollection {
      self.init(kind: collection.kindOfCollection, elements: collection.anyElements)
    } else {
      return nil
    }
  }

  private init(kind: Kind, elements: [Any]) {
    self.kind = kind
    self.elements = elements
  }

  private init?(object: AnyObject) {
    switch object {
    case let array as NSArray:
      self.init(kind: .ordered, elements: array.map { $0 })
    case let set as NSSet:
      self.init(kind: .unordered, elements: set.allObjects)
    case let set as NSOrderedSet:
      self.init(kind: .ordered, elements: set.map { $0 })
    case let dictionary as NSDictionary:
      self.init(kind: .dictionary, elements: dictionary.allValues)
    default:
      return nil
    }
  }

  /// A text for each element; elements of unordered collections are sorted.
  func formatTexts(_ text: (Any) -> String) -> [String] {
    let texts = elements.map(text)
    return kind == .ordered ? texts : texts.sorted()
  }
}

/// The collections of the standard library, with any elements.
///
/// Checking a value for this protocol examines only its type; casting it to `[Any]` or to `NSArray` converts every
/// element.
private protocol SwiftCollection {
  var kindOfCollection: CollectionElements.Kind { get }
  var anyElements: [Any] { get }
}

extension Array: SwiftCollection {
  var kindOfCollection: CollectionElements.Kind { .ordered }
  var anyElements: [Any] { self }
}

extension ContiguousArray: SwiftCollection {
  var kindOfCollection: CollectionElements.Kind { .ordered }
  var anyElements: [Any] { Array(self) }
}

extension ArraySlice: SwiftCollection {
  var kindOfCollection: CollectionElements.Kind { .ordered }
  var anyElements: [Any] { Array(self) }
}

extension Set: SwiftCollection {
  var kindOfCollection: CollectionElements.Kind { .unordered }
  var anyElements: [Any] { Array(self) }
}

extension Dictionary: SwiftCollection {
  var kindOfCollection: CollectionElements.Kind { .dictionary }
  var anyElements: [Any] { Array(values) }
}
