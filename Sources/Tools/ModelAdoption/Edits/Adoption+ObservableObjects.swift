import SwiftSource

// Objects that Combine observes: the conformance and the attributes are compiled only with Combine.

extension Adoption {
  private static let combine = "#if canImport(Combine)"

  mutating func adoptObservableObjects(in file: Int) {
    guard module.type("ObservableObject") == nil, importsCombine(file) else { return }
    let source = module.files[file].source
    var published: Set<String> = []
    for declaration in module.files[file].declarations
    where !source.isInactiveOnLinux(declaration.keyword) {
      if declaration.kind == .class || declaration.kind == .actor {
        moveConformance(of: declaration, in: file)
      }
      guard let attribute = declaration.attribute("Published"),
        !source.isInactiveOnLinux(attribute.tokens.lowerBound)
      else { continue }
      published.formUnion(declaration.bindings.map(\.name))
      enclose([attribute.tokens], before: declaration.first, of: file, .combine)
      handledNames.insert([file, attribute.tokens.lowerBound + 1])
    }
    adoptObservations(of: published, in: file)
  }

  private func importsCombine(_ file: Int) -> Bool {
    module.files[file].declarations.contains {
      $0.kind == .import
        && ($0.name == "Combine" || Framework.exports[$0.name]?.contains("Combine") == true)
    }
  }

  /// Moves the conformance of a class to ObservableObject into an extension.
  private mutating func moveConformance(of declaration: SwiftDeclaration, in file: Int) {
    let source = module.files[file].source
    let texts = declaration.inheritance.map { source.text(source.range($0)) }
    guard let index = texts.firstIndex(where: { Self.observable.contains($0) }),
      let colon = declaration.inheritanceColon
    else { return }
    let type = declaration.inheritance[index]
    let message = "'ObservableObject' needs Combine, which Linux lacks"
    // With the first of several types goes the comma behind it, else the sign before it.
    let isFirst = index == 0 && declaration.inheritance.count > 1
    let last = isFirst ? declaration.inheritance[1].lowerBound : type.upperBound
    let lower = isFirst ? type.lowerBound : index == 0 ? colon : type.lowerBound - 1
    let range =
      source.range(lower...lower)
      .lowerBound..<(isFirst
      ? Int(source.tokens[last].start) : Int(source.tokens[last].end))
    // White space before a colon goes too.
    var start = range.lowerBound
    if !isFirst {
      while start > 0, source.bytes[start - 1] == 0x20 { start -= 1 }
    }
    replace(start..<range.upperBound, of: file, with: "", .imports, message)
    guard let place = place(of: declaration, in: file) else { return }
    var outer = declaration
    while let parent = outer.parent { outer = module.files[file].declarations[parent] }
    let end = source.endOfLine(at: source.range(outer.last...outer.last).upperBound)
    let lineEnd = source.lineEnding(at: range.lowerBound)
    let lines = [
      "", "", Self.combine, "extension \(module.path(of: place)): ObservableObject {}", "#endif",
    ]
    replace(
      end..<end,
      of: file,
      with: lines.joined(separator: lineEnd),
      .imports,
      at: range.lowerBound,
      message
    )
  }

  private static let observable: Set<String> = ["ObservableObject", "Combine.ObservableObject"]

  private func place(of declaration: SwiftDeclaration, in file: Int) -> DeclarationPlace? {
    module.files[file].declarations.firstIndex { $0.keyword == declaration.keyword }
      .map { DeclarationPlace(file: file, index: $0) }
  }

  /// Omits the notifications that only Combine receives, and reports the publishers of published properties.
  private mutating func adoptObservations(of published: Set<String>, in file: Int) {
    let source = module.files[file].source
    for token in source.tokens.indices where source.is(token, "objectWillChange") {
      guard !source.isInactiveOnLinux(token), source.is(token + 1, "."),
        source.is(token + 2, "send"), source.is(token + 3, "("), source.is(token + 4, ")"),
        let statement = statement(around: token, in: source), statement.upperBound == token + 4,
        statement.allSatisfy({ !source.is($0, "=") })
      else { continue }
      enclose(
        linesOf: source.range(statement),
        of: file,
        .imports,
        "only Combine observes 'objectWillChange'",
        condition: Self.combine
      )
      handledNames.insert([file, token])
    }
    for token in source.tokens.indices where source.tokens[token].kind == .word {
      guard source.bytes[source.tokens[token].range.lowerBound] == UInt8(ascii: "$"),
        published.contains(String(source.text(token).dropFirst())),
        !source.isInactiveOnLinux(token), rules.contains(.unavailable)
      else { continue }
      report(
        .unavailable,
        at: token,
        of: file,
        "'\(source.text(token))' is a publisher of Combine, which Linux lacks",
        hint: "put the code that uses it between '\(Self.combine)' and '#endif'"
      )
    }
  }
}
