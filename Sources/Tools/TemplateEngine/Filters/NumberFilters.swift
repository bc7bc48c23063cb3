/// Filters for color components.
let numberFilters: [Filter] = [
  Filter("hexToInt", "The number of a text in hexadecimal; nothing if it is not a number.") {
    call in
    Int(try call.string(), radix: 16).map(TemplateValue.int) ?? .null
  },
  Filter("int255toFloat", "A number divided by 255.") { call in
    guard case .int(let number) = call.value else { throw wrongKind(call, "an integer") }
    return .double(decimal(Float(number) / 255))
  },
  Filter("percent", "A number as a percentage, without decimals.") { call in
    let number: Float
    switch call.value {
    case .int(let value): number = Float(value)
    case .double(let value): number = Float(value)
    default: throw wrongKind(call, "a number")
    }
    // The filter is specified to round towards zero; single precision keeps 0.29 at 29%.
    guard let percentage = Int(exactly: (number * 100).rounded(.towardZero)) else {
      throw FilterError("\(number) is not a number that filter 'percent' can show")
    }
    return .string("\(percentage)%")
  },
]

private func wrongKind(_ call: FilterCall, _ expectation: String) -> FilterError {
  FilterError("filter '\(call.name)' needs \(expectation), not \(call.value.kindName)")
}

/// The number with the digits of single precision only, without those that double precision adds.
private func decimal(_ number: Float) -> Double {
  Double(number.description) ?? Double(number)
}
