import CSwiftABI

/// The cases of an enumeration without associated values, from the metadata of the type.
struct EnumerationCases {
  private let type: UnsafeRawPointer

  init(of type: UnsafeRawPointer) {
    self.type = type
  }

  /// The number of cases.
  var count: Int { enumeration_case_count(type) }

  /// The name of a case; nil if there is none, or the program was built without the names.
  func name(_ index: Int) -> String? {
    index < count ? enumeration_case_name(type, index).map { String(cString: $0) } : nil
  }
}
