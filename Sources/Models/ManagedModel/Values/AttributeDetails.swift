/// The settings of an attribute besides its name and type, which most attributes lack.
struct AttributeDetails: Sendable, Hashable, EmptyInitializable {
  var defaultDateTimeInterval: Double?
  var minimumText: String?
  var maximumText: String?
  var minimumDateTimeInterval: Double?
  var maximumDateTimeInterval: Double?
  var regularExpression: String?
  var valueTransformerName: String?
  var customClassName: String?
  var compositeName: String?
  var derivationExpression: String?
  var renamingIdentifier: String?
  var versionHashModifier: String?

  init() {}
}

extension Attribute {
  /// The default of a Date: seconds since 2001-01-01 00:00:00 UTC.
  package var defaultDateTimeInterval: Double? {
    get { hasDetails ? details.defaultDateTimeInterval : nil }
    set { details.defaultDateTimeInterval = newValue }
  }

  /// The least value of a number, or the least length of a String, as the file's text.
  package var minimumText: String? {
    get { hasDetails ? details.minimumText : nil }
    set { details.minimumText = newValue }
  }

  /// The greatest value of a number, or the greatest length of a String, as the file's text.
  package var maximumText: String? {
    get { hasDetails ? details.maximumText : nil }
    set { details.maximumText = newValue }
  }

  package var minimumDateTimeInterval: Double? {
    get { hasDetails ? details.minimumDateTimeInterval : nil }
    set { details.minimumDateTimeInterval = newValue }
  }

  package var maximumDateTimeInterval: Double? {
    get { hasDetails ? details.maximumDateTimeInterval : nil }
    set { details.maximumDateTimeInterval = newValue }
  }

  package var regularExpression: String? {
    get { hasDetails ? details.regularExpression : nil }
    set { details.regularExpression = newValue }
  }

  package var valueTransformerName: String? {
    get { hasDetails ? details.valueTransformerName : nil }
    set { details.valueTransformerName = newValue }
  }

  /// The Swift type text of a Transformable, which need not be the name of a class (`[String]`).
  package var customClassName: String? {
    get { hasDetails ? details.customClassName : nil }
    set { details.customClassName = newValue }
  }

  /// The name of the composite of an attribute of type Composite.
  package var compositeName: String? {
    get { hasDetails ? details.compositeName : nil }
    set { details.compositeName = newValue }
  }

  package var derivationExpression: String? {
    get { hasDetails ? details.derivationExpression : nil }
    set { details.derivationExpression = newValue }
  }

  /// The name of the attribute in the version before it was last renamed.
  package var renamingIdentifier: String? {
    get { hasDetails ? details.renamingIdentifier : nil }
    set { details.renamingIdentifier = newValue }
  }

  package var versionHashModifier: String? {
    get { hasDetails ? details.versionHashModifier : nil }
    set { details.versionHashModifier = newValue }
  }
}
