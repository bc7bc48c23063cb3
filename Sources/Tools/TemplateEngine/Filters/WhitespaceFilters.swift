/// Filters that remove white space.
let whitespaceFilters: [Filter] = [
  Filter("removeNewlines", "Without white space (`all`), or without line breaks (`leading`).") {
    call in
    let text = try call.string().unicodeScalars
    switch try call.mode(at: 0, default: NewlineMode.all) {
    case .all:
      return .string(String(String.UnicodeScalarView(text.filter { !$0.properties.isWhitespace })))
    case .leading:
      var joined = String.UnicodeScalarView()
      for line in text.split(whereSeparator: \.isLineBreak) {
        joined.append(contentsOf: line.drop { $0.properties.isWhitespace })
      }
      while joined.last?.properties.isWhitespace == true { joined.removeLast() }
      return .string(String(joined))
    }
  }
]

private enum NewlineMode: String, CaseIterable {
  case all
  case leading
}

extension Unicode.Scalar {
  fileprivate var isLineBreak: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
