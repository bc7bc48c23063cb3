import Foundation

/// A collection during the evaluation of a predicate.
final class ValueCollection {
  let kind: CollectionElements.Kind

  /// The original collection; nil for one that was computed.
  let source: Any?

  let values: [PredicateValue]

  init(_ elements: CollectionElements, source: Any) {
    kind = elements.kind
    self.source = source
    values = elements.elements.map { PredicateValue($0) }
  }

  init(_ values: [PredicateValue], kind: CollectionElements.Kind = .ordered) {
    self.kind = kind
    source = nil
    self.values = values
  }

  /// The collection as an object: the original, or an array or set with `NSNull` for nil.
  var object: Any {
    if let source { return source }
    let objects = values.map { $0.object ?? NSNull() }
    guard kind == .unordered else { return objects }
    return NSSet(array: objects)
  }

  /// The value for a key, if this is a dictionary.
  func value(forKey key: String) -> PredicateValue {
    if let dictionary = source as? any StringKeyed {
      return PredicateValue(dictionary.anyValue(forKey: key))
    }
    return .null
  }
}

/// A dictionary that may have string keys.
private protocol StringKeyed {
  func anyValue(forKey key: String) -> Any?
}

extension Dictionary: StringKeyed {
  fileprivate func anyValue(forKey key: String) -> Any? {
    if let key = key as? Key { return self[key] }
    return nil
  }
}

extension NSDictionary: StringKeyed {
  fileprivate func anyValue(forKey key: String) -> Any? { object(forKey: key) }
}
