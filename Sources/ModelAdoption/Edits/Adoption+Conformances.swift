import SwiftSource

// Conformances that the module for Linux declares for all managed objects.

extension Adoption {
  /// The protocols, with and without the names of their modules.
  private static let conformances: Set<String> = ["Observable", "Observation.Observable"]

  mutating func adoptConformances(in file: Int) {
    let source = module.files[file].source
    for declaration in module.files[file].declarations {
      guard declaration.kind == .extension || declaration.kind == .class,
        !source.isInactiveOnLinux(declaration.keyword), let colon = declaration.inheritanceColon,
        isManaged(declaration, in: file)
      else { continue }
      let redundant = declaration.inheritance.filter {
        Self.conformances.contains(Self.bare(source.text(source.range($0))))
      }
      guard let first = redundant.first else { continue }
      let protocolName = source.text(source.range(first))
      let message = "managed objects conform to '\(protocolName)' on Linux"
      let isAll = redundant.count == declaration.inheritance.count
      if isAll, declaration.kind == .extension, let body = declaration.body,
        body.lowerBound + 1 == body.upperBound,
        source.tokens[declaration.first].beginsLine
      {
        let whole = source.range(declaration.first...declaration.last)
        enclose(linesOf: whole, of: file, .conformances, message)
      } else {
        take(redundant, from: declaration, colon, file, message)
      }
    }
  }

  /// The name of a protocol without attributes such as `@retroactive`.
  private static func bare(_ text: String) -> String {
    text.split(separator: " ").last.map(String.init) ?? text
  }

  private func isManaged(_ declaration: SwiftDeclaration, in file: Int) -> Bool {
    guard declaration.kind == .class else { return module.isManaged(declaration.name) }
    let source = module.files[file].source
    let names = declaration.inheritance.map { source.text(source.range($0)) }
    return names.contains { module.isManaged($0) }
  }

  /// Moves conformances from the head of a declaration into an extension of their own.
  private mutating func take(
    _ protocols: [ClosedRange<Int>],
    from declaration: SwiftDeclaration,
    _ colon: Int,
    _ file: Int,
    _ message: String
  ) {
    let source = module.files[file].source
    let kept = declaration.inheritance.filter { other in
      !protocols.contains { $0.lowerBound == other.lowerBound }
    }
    let names = protocols.map { source.text(source.range($0)) }.joined(separator: ", ")
    let list = kept.map { source.text(source.range($0)) }.joined(separator: ", ")
    let last = declaration.inheritance[declaration.inheritance.count - 1]
    let start = source.tokens[colon].range.lowerBound
    var head = start
    if kept.isEmpty { while head > 0, source.bytes[head - 1] == 0x20 { head -= 1 } }
    replace(
      head..<source.range(last).upperBound,
      of: file,
      with: kept.isEmpty ? "" : ": " + list,
      .conformances,
      at: start,
      message
    )
    let end = source.endOfLine(at: source.tokens[declaration.last].range.upperBound)
    let lineEnd = source.lineEnding(at: start)
    let name =
      declaration.kind == .class ? module.path(of: place(of: declaration, file)) : declaration.name
    replace(
      end..<end,
      of: file,
      with: ["", "", Self.condition, "extension \(name): \(names) {}", "#endif"]
        .joined(separator: lineEnd),
      .conformances,
      at: start,
      message
    )
  }

  private func place(of declaration: SwiftDeclaration, _ file: Int) -> DeclarationPlace {
    let index =
      module.files[file].declarations.firstIndex { $0.keyword == declaration.keyword } ?? 0
    return DeclarationPlace(file: file, index: index)
  }
}
