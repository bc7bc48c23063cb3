/// The fields of a form, or of the query of a URL, in their order.
package struct FormFields: Sendable, Equatable {
  package struct Field: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The greatest number of fields, which limits the work for hostile forms.
  static let countLimit = 1000

  package private(set) var fields: [Field] = []

  package init() {}

  /// Parses `a=1&b=2`.
  ///
  /// - Returns: Nil if the text is malformed or has too many fields.
  package init?(encoded bytes: [UInt8]) {
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let pair = part.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      guard fields.count < Self.countLimit,
        let name = PercentEncoding.decode(pair[0], plusIsSpace: true),
        let value = PercentEncoding.decode(pair.count > 1 ? pair[1] : [], plusIsSpace: true)
      else { return nil }
      fields.append(Field(name: name, value: value))
    }
  }

  /// The value of the first field with a name.
  package subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }
}
