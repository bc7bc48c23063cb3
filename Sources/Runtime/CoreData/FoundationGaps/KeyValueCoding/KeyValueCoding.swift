/// An object whose properties can be read by name.
///
/// Without Objective-C ordinary objects do not support that; managed objects do.
protocol KeyValueCoding: AnyObject {
  /// The value of a property: numbers are `NSNumber`s; nil also if there is no such property.
  func value(forKey key: String) -> Any?
}

/// An object whose properties can be set by name.
protocol MutableKeyValueCoding: KeyValueCoding {
  /// Sets the value of a property.
  func setValue(_ value: Any?, forKey key: String)
}
