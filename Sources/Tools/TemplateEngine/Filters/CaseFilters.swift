/// Filters of the language that change the case of a text or of each element of an array.
let caseFilters: [Filter] = [
  Filter("capitalize", "The first letter of each word in upper case, the others in lower case.") {
    call in
    try mapped(call) { $0.capitalizingWords }
  },
  Filter("uppercase", "All letters in upper case.") { call in
    try mapped(call) { $0.uppercased() }
  },
  Filter("lowercase", "All letters in lower case.") { call in
    try mapped(call) { $0.lowercased() }
  },
]

private func mapped(
  _ call: FilterCall,
  _ change: (String) -> String
) throws -> TemplateValue {
  guard case .array(let elements) = call.value else {
    return .string(change(try call.text(of: call.value)))
  }
  return .array(try elements.map { .string(change(try call.text(of: $0))) })
}

extension String {
  /// The text with each word capitalized.
  ///
  /// A word begins with a letter after anything but a letter, an apostrophe or an accent.
  var capitalizingWords: String {
    var result = ""
    result.reserveCapacity(utf8.count)
    var isInWord = false
    for scalar in unicodeScalars {
      let properties = scalar.properties
      result += isInWord ? properties.lowercaseMapping : properties.titlecaseMapping
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter: isInWord = true
      case .otherPunctuation: isInWord = isInWord && scalar == "'"
      case .initialPunctuation: isInWord = false
      default: isInWord = isInWord && properties.isCaseIgnorable
      }
    }
    return result
  }
}
