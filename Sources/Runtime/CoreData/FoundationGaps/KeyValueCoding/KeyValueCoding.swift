/// An object whose properties are known by name.
///
/// Without Objective-C no object is by itself; managed objects are.
protocol KeyValueCoding: AnyObject {
  /// The value of a property: numbers are `NSNumber`s; nil also for what is no property.
  func value(forKey key: String) -> Any?
}

/// An object whose properties can be set by name.
protocol MutableKeyValueCoding: KeyValueCoding {
  /// Sets the value of a property.
  func setValue(_ value: Any?, forKey key: String)
}
