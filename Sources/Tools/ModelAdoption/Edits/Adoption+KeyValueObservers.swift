import ManagedModel
import SwiftSource

// Observers with an override of `observeValue(forKeyPath:of:change:context:)`, which Foundation has on Apple's
// platforms only: on Linux the class conforms to a protocol, whose method has the body of the override.

extension Adoption {
  private static let method = "observeValue(forKeyPath:of:change:context:)"

  /// The overrides that can have another name on Linux, by the paths of their classes.
  func overridesOfObserving() -> [String: DeclarationPlace] {
    let places = (module.memberFunctions["observeValue"] ?? []).filter { place in
      let declaration = module.declaration(place)
      return isEditable(place.file) && declaration.has("override") && declaration.body != nil
        && module.fullName(of: place) == Self.method && !module.isInactive(place)
        && module.files[place.file].source.areLines(declaration.first...declaration.last)
    }
    let found = Dictionary(places.map { (module.ownerPath(of: $0), $0) }) { first, _ in first }
    return found.filter { path, _ in
      // Test cases are no objects of Foundation on Linux.
      module.type(path)?.kind == .class
        && (module.isManaged(path) || module.rootClass(of: path) == "NSObject")
        && module.lineage(of: path).dropFirst().allSatisfy { found[$0] == nil }
    }
  }

  mutating func adoptKeyValueObservers(in file: Int) {
    let source = module.files[file].source
    var lines: [String] = []
    for (path, place) in observingMethods.sorted(by: { $0.key < $1.key })
    where place.file == file {
      missingOverrides.insert(place)
      adoptOverride(place)
      lines.append("extension \(path): KeyValueObserver {}")
    }
    if !lines.isEmpty {
      append(
        linesForLinux: lines,
        to: file,
        at: 0,
        "observers of properties conform to a protocol"
      )
    }
    for token in source.tokens.indices
    where source.is(token, "addObserver") || source.is(token, "removeObserver") {
      guard !source.isInactiveOnLinux(token), let label = observedKeyPath(of: token, in: file)
      else { continue }
      handledNames.insert([file, label])
    }
  }

  /// Gives the override another name, and makes an override that calls it.
  private mutating func adoptOverride(_ place: DeclarationPlace) {
    let file = place.file
    let source = module.files[file].source
    let method = module.declaration(place)
    guard let body = method.body,
      let modifier = method.modifiers.first(where: { $0.name == "override" })
    else { return }
    let message = "'observeValue' cannot be overridden on Linux"
    let range = source.range(method.first...method.last)
    let offset = source.range(method.keyword...method.keyword).lowerBound
    let start = source.startWithComments(of: range.lowerBound)
    let indent = source.indentation(at: range.lowerBound)
    let lineEnd = source.lineEnding(at: range.lowerBound)
    let step = indent.isEmpty || indent.hasPrefix(" ") ? "  " : "\t"
    let first = min(method.modifiers[0].tokens.lowerBound, method.keyword)
    let head = source.text(source.range(first...body.lowerBound - 1))
    let names = method.parameters.map(\.name)
    let call =
      "observedValue(forKeyPath: \(names[0]), of: \(names[1]), change: \(names[2]), context: \(names[3]))"
    let lines = [
      Self.condition, "\(head) {", step + call, "}", "#endif",
    ]
    replace(
      start..<start,
      of: file,
      with: lines.map { indent + $0 + lineEnd }.joined() + lineEnd,
      .overrides,
      at: offset,
      message
    )
    var end = source.range(modifier.tokens).upperBound
    while source.bytes[end] == 0x20 { end += 1 }
    replace(
      source.range(modifier.tokens).lowerBound..<end,
      of: file,
      with: "",
      .overrides,
      at: offset,
      message
    )
    replace(
      source.range(method.nameToken...method.nameToken),
      of: file,
      with: "observedValue",
      .overrides,
      at: offset,
      message
    )
    handledNames.insert([file, method.nameToken])
    encloseCallsOfSuperclass(in: body, of: file, message)
  }

  /// Omits calls of the superclass's method, which reports observations of others, on Linux.
  private mutating func encloseCallsOfSuperclass(
    in body: ClosedRange<Int>,
    of file: Int,
    _ message: String
  ) {
    let source = module.files[file].source
    for token in body
    where source.is(token, "observeValue") && source.is(token - 2, "super") {
      guard source.is(token - 1, "."), source.is(token + 1, "("),
        let end = source.partner(token + 1)
      else { continue }
      enclose(statement: token - 2...end, of: file, message, otherwise: nil)
    }
  }

  /// The label of the key path in a call that adds or removes a handled observer of a property; nil for other calls.
  private func observedKeyPath(of call: Int, in file: Int) -> Int? {
    let source = module.files[file].source
    guard source.is(call + 1, "(") else { return nil }
    let arguments = source.arguments(of: call + 1)
    guard arguments.count > 1, arguments[0].count == 1,
      source.is(arguments[1].lowerBound, "forKeyPath"),
      observes(arguments[0].lowerBound, in: file),
      isManagedProperty(arguments[1].lowerBound + 2...arguments[1].upperBound, in: file)
    else { return nil }
    return arguments[1].lowerBound
  }

  /// Whether the observer in a call is of a class whose method is handled.
  private func observes(_ token: Int, in file: Int) -> Bool {
    let source = module.files[file].source
    guard source.is(token, "self") else { return !observingMethods.isEmpty }
    let path = typePath(around: token, of: file)
    return module.lineage(of: path).contains { observingMethods[$0] != nil }
  }

  /// Whether a key path names one property, of managed objects as far as the sources show.
  private func isManagedProperty(_ tokens: ClosedRange<Int>, in file: Int) -> Bool {
    let source = module.files[file].source
    let isString = tokens.count == 1 && source.tokens[tokens.lowerBound].kind == .string
    let isKeyPath = source.is(tokens.lowerBound, "#keyPath")
    guard isString || isKeyPath else { return true }
    if source.text(source.range(tokens)).filter({ $0 == "." }).count > (isKeyPath ? 1 : 0) {
      return false
    }
    let name =
      isString
      ? String(source.text(tokens.lowerBound).dropFirst().dropLast())
      : tokens.last { source.tokens[$0].kind == .word }.map { source.name($0) } ?? ""
    if module.models.contains(where: { model in
      model.entities.contains { $0.entity.properties.contains { $0.name == name } }
    }) {
      return true
    }
    return (module.owners[name] ?? []).contains { module.isManaged($0) }
  }
}
