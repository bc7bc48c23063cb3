import SwiftSource

// Properties with `@objc dynamic` that are observed: on Linux they report their changes themselves.

extension Adoption {
  /// The observed variables of classes that are not managed, by the paths of the classes.
  func observedDynamicVariables() -> [String: [DeclarationPlace]] {
    var places: Set<DeclarationPlace> = []
    for file in module.files.indices {
      let source = module.files[file].source
      for token in source.tokens.indices where source.is(token, "observe") {
        guard source.is(token + 1, "("), source.is(token + 2, "\\"),
          !source.isInactiveOnLinux(token), let key = observedKey(from: token + 3, in: source)
        else { continue }
        let path = key.type.map { module.aliased($0) ?? $0 }
        for owner in module.owners[key.name] ?? [] where path == nil || path == owner {
          guard let place = module.variable(key.name, ofClass: owner), isReporting(place) else {
            continue
          }
          places.insert(place)
        }
      }
    }
    return Dictionary(grouping: places.sorted { ($0.file, $0.index) < ($1.file, $1.index) }) {
      module.ownerPath(of: $0)
    }
  }

  /// Whether a variable can report its changes: a stored one without observers, of a subclass of NSObject.
  private func isReporting(_ place: DeclarationPlace) -> Bool {
    let variable = module.declaration(place)
    let path = module.ownerPath(of: place)
    guard isEditable(place.file), variable.has("dynamic"), variable.kind == .variable,
      variable.bindings.count == 1, variable.bindings[0].accessors == nil,
      !["static", "class", "override", "lazy"].contains(where: variable.has),
      module.type(path)?.kind == .class, !module.isManaged(path),
      module.rootClass(of: path) == "NSObject", !module.isInactive(place)
    else { return false }
    let source = module.files[place.file].source
    let last = source.end(of: variable)
    guard variable.parent.map({ module.files[place.file].declarations[$0].kind }) == .class,
      source.areLines(variable.first...last), !source.is(last, "}")
    else { return false }
    return source.clauses(around: variable.first) == source.clauses(around: variable.keyword)
  }

  mutating func adoptDynamicVariables(in file: Int) {
    var lines: [String] = []
    var offset = 0
    for (path, places) in observedVariables.sorted(by: { $0.key < $1.key })
    where places.first?.file == file {
      for place in places { adoptDynamicVariable(place) }
      offset =
        module.files[file].source.range(
          module.declaration(places[0]).keyword...module.declaration(places[0]).keyword
        ).lowerBound
      if module.lineage(of: path).dropFirst().allSatisfy({ observedVariables[$0] == nil }) {
        lines.append("extension \(path): KeyValueObservable {}")
      }
    }
    guard !lines.isEmpty else { return }
    append(
      linesForLinux: lines,
      to: file,
      at: offset,
      "objects with observed properties conform to a protocol"
    )
  }

  private mutating func adoptDynamicVariable(_ place: DeclarationPlace) {
    let source = module.files[place.file].source
    let variable = module.declaration(place)
    let last = source.end(of: variable)
    let name = source.text(variable.nameToken)
    let attributes = variable.attributes.filter { !Self.attributes.contains($0.name) }
      .map { source.text(source.range($0.tokens)) }
    let modifiers = variable.modifiers.map(\.name).filter { $0 != "dynamic" }
    let head = (attributes + modifiers).map { $0 + " " }.joined()
    let indent = source.indentation(at: source.range(variable.first...last).lowerBound)
    let step =
      indent.isEmpty || indent.hasPrefix(" ") ? (indent.count % 4 == 0 ? "    " : "  ") : "\t"
    let lines = [
      "\(head)\(source.text(source.range(variable.keyword...last))) {",
      "\(step)willSet { willChangeValue(for: \\.\(name)) }",
      "\(step)didSet { didChangeValue(for: \\.\(name)) }",
      "}",
    ]
    let lineEnd = source.lineEnding(at: source.range(variable.first...last).lowerBound)
    enclose(
      linesOf: source.range(variable.first...last),
      of: place.file,
      .objectiveC,
      "'\(name)' is observed, which needs Objective-C",
      otherwise: lines.joined(separator: lineEnd + indent)
    )
  }

  /// Whether objects of a class report changes by key paths on Linux.
  func reportsByKeyPath(_ path: String) -> Bool {
    module.lineage(of: path).contains { name in
      observedVariables[name] != nil
        || inheritedNames[name]?.contains("KeyValueObservable") == true
    }
  }

  /// Whether a variable has a form of its own on Linux that reports changes.
  func isReportingOnLinux(_ declaration: SwiftDeclaration, in file: Int) -> Bool {
    observedVariables.values.contains { places in
      places.contains {
        $0.file == file && module.declaration($0).keyword == declaration.keyword
      }
    }
  }
}
