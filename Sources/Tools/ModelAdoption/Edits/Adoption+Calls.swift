import SwiftSource

// Overrides that use private members of their file stay there under another name; the class calls them.

extension Adoption {
  /// An override that calls a method of an extension.
  struct OverrideCall {
    /// The method in the extension.
    let name: String

    /// The override in the class.
    let text: String
  }

  /// The override that calls a method with the body of another one; nil if its signature is unusual.
  func call(of place: DeclarationPlace, in outer: SwiftDeclaration) -> OverrideCall? {
    let file = module.files[place.file]
    let method = module.declaration(place)
    guard method.kind == .function, !method.isGeneric, method.body != nil,
      method.attributes.allSatisfy({ $0.name == "objc" && $0.argument == nil })
    else { return nil }
    let source = file.source
    var arguments: [String] = []
    for parameter in method.parameters {
      let type = source.text(source.range(parameter.type))
      guard !type.hasPrefix("inout "), !type.hasSuffix("...") else { return nil }
      arguments.append((parameter.label.map { $0 + ": " } ?? "") + parameter.name)
    }
    let stem = file.name.prefix { $0 != "." }.map { $0.isLetter || $0.isNumber ? $0 : "_" }
    let name = "\(method.name)Of\(String(stem))"
    guard let body = method.body else { return nil }
    let first = min(method.modifiers.first?.tokens.lowerBound ?? method.keyword, method.keyword)
    let head = source.range(first...body.lowerBound - 1)
    let effects = (method.isThrowing ? "try " : "") + (method.isAsynchronous ? "await " : "")
    let indent = source.indentation(at: head.lowerBound)
    let step = indent.isEmpty ? "  " : indent
    return OverrideCall(
      name: name,
      text: "\(step)\(source.text(head)) {\n"
        + "\(step)\(step)\(effects)\(name)(\(arguments.joined(separator: ", ")))\n\(step)}"
    )
  }

  /// Turns an override into a method of another name, which the class can call.
  mutating func rename(_ place: DeclarationPlace, _ call: OverrideCall, _ message: String) {
    let source = module.files[place.file].source
    let method = module.declaration(place)
    for modifier in method.modifiers
    where ["override", "public", "open", "final"].contains(modifier.name) {
      let range = source.range(modifier.tokens)
      var end = range.upperBound
      while source.bytes[end] == 0x20 || source.bytes[end] == 0x09 { end += 1 }
      replace(
        range.lowerBound..<end,
        of: place.file,
        with: "",
        .overrides,
        at: source.tokens[method.keyword].range.lowerBound,
        message
      )
    }
    replace(
      source.range(method.nameToken...method.nameToken),
      of: place.file,
      with: call.name,
      .overrides,
      at: source.tokens[method.keyword].range.lowerBound,
      message
    )
  }
}
