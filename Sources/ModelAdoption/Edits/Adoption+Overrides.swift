import SwiftSource

// Overrides in extensions, which only Objective-C has: they move into the body of the class.

extension Adoption {
  mutating func adoptOverrides(in file: Int) {
    let declarations = module.files[file].declarations
    for (index, declaration) in declarations.enumerated() {
      guard declaration.has("override"), let parent = declaration.parent,
        declarations[parent].kind == .extension,
        !module.files[file].source.isInactiveOnLinux(declaration.keyword)
      else { continue }
      adoptOverride(DeclarationPlace(file: file, index: index), in: declarations[parent])
    }
  }

  private mutating func adoptOverride(
    _ place: DeclarationPlace,
    in outer: SwiftDeclaration
  ) {
    let declaration = module.declaration(place)
    let message = "'\(declaration.name)' is overridden in an extension, which needs Objective-C"
    do {
      let target = try target(of: place, in: outer)
      move(place, into: target, message)
    } catch {
      report(.overrides, at: declaration.keyword, of: place.file, message, hint: error.hint)
    }
  }

  private struct Obstacle: Error {
    let hint: String
  }

  /// The class into which a member can move.
  private func target(of place: DeclarationPlace, in outer: SwiftDeclaration) throws(Obstacle)
    -> DeclarationPlace
  {
    guard let type = module.type(outer.name, in: ""), type.kind == .class else {
      throw Obstacle(
        hint:
          "set Codegen of the entity to Category/Extension, declare the class '\(outer.name)' in the "
          + "sources, and move the override into it"
      )
    }
    guard isEditable(type.place.file), module.declaration(type.place).body != nil else {
      throw Obstacle(hint: "move it into the class '\(type.path)', whose file is generated")
    }
    let source = module.files[place.file].source
    let declaration = module.declaration(place)
    if outer.hasConditions { throw Obstacle(hint: "move it into the class '\(type.path)'") }
    let around = Set(source.clauses(around: declaration.first))
    let outside = Set(source.clauses(around: outer.keyword))
    let target = module.files[type.place.file].source
    let others = Set(target.clauses(around: module.declaration(type.place).keyword))
    guard around == outside, outside.isEmpty, others.isEmpty else {
      throw Obstacle(
        hint: "move it into the class '\(type.path)', with the conditional block around it"
      )
    }
    if type.place.file != place.file, let name = privateName(in: place) {
      throw Obstacle(
        hint:
          "it uses '\(name)', which is private to this file: move it into the class '\(type.path)', "
          + "and make '\(name)' internal"
      )
    }
    return type.place
  }

  /// A name in a member that its file alone knows.
  private func privateName(in place: DeclarationPlace) -> String? {
    let file = module.files[place.file]
    let declaration = file.declarations[place.index]
    var names: Set<String> = []
    for other in file.declarations where module.isPrivate(other, in: place.file) {
      names.formUnion(other.bindings.isEmpty ? [other.name] : other.bindings.map(\.name))
    }
    names.remove(declaration.name)
    return (declaration.first...declaration.last).lazy
      .filter { file.source.tokens[$0].kind == .word }
      .map { file.source.name($0) }.first { names.contains($0) }
  }

  /// Moves a member with the comments above it to the end of a class.
  private mutating func move(
    _ place: DeclarationPlace,
    into target: DeclarationPlace,
    _ message: String
  ) {
    let source = module.files[place.file].source
    let declaration = module.declaration(place)
    let range = source.range(declaration.first...declaration.last)
    guard let body = module.declaration(target).body else { return }
    addImports(of: place.file, to: target.file, message)
    guard source.tokens[declaration.first].beginsLine,
      declaration.last + 1 >= source.tokens.count || source.tokens[declaration.last + 1].beginsLine
    else {
      // In the middle of a line.
      var end = range.upperBound
      while source.bytes[end] == 0x20 { end += 1 }
      replace(range.lowerBound..<end, of: place.file, with: "", .overrides, message)
      let indent = source.indentation(at: range.lowerBound)
      return insert(
        indent + "  " + source.text(range),
        at: body.upperBound,
        of: target.file,
        message
      )
    }
    let start = source.startWithComments(of: range.lowerBound)
    let end = source.startOfNextLine(at: range.upperBound)
    let text = source.text(start..<source.endOfLine(at: range.upperBound))
    // The empty line before or behind it goes too.
    let previous = source.startOfLine(at: max(start - 1, 0))
    let removed =
      start > 0 && source.isBlank(previous..<start) && previous > 0
      ? previous..<end : start..<end
    replace(removed, of: place.file, with: "", .overrides, at: range.lowerBound, message)
    insert(text, at: body.upperBound, of: target.file, message)
  }

  /// Inserts a member before the closing brace of a class.
  private mutating func insert(
    _ text: String,
    at brace: Int,
    of file: Int,
    _ message: String
  ) {
    let source = module.files[file].source
    let offset = source.tokens[brace].range.lowerBound
    let lineEnd = source.lineEnding(at: offset)
    let adapted = adapt(text, to: lineEnd)
    let start = source.startOfLine(at: offset)
    if source.isBlank(start..<offset) {
      let isEmpty = source.partner(brace) == brace - 1
      let previous = source.startOfLine(at: max(start - 1, 0))
      let hasBlank = start > 0 && source.isBlank(previous..<start)
      replace(
        start..<start,
        of: file,
        with: (isEmpty || hasBlank ? "" : lineEnd) + adapted + lineEnd,
        .overrides,
        at: offset,
        message
      )
    } else {
      replace(
        offset..<offset,
        of: file,
        with: lineEnd + adapted + lineEnd + source.indentation(at: offset),
        .overrides,
        message
      )
    }
  }

  private func adapt(_ text: String, to lineEnd: String) -> String {
    var result: [UInt8] = []
    var bytes = text.utf8.makeIterator()
    var isAfterReturn = false
    while let byte = bytes.next() {
      if byte == 0x0A || byte == 0x0D {
        if !(byte == 0x0A && isAfterReturn) { result += Array(lineEnd.utf8) }
      } else {
        result.append(byte)
      }
      isAfterReturn = byte == 0x0D
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Imports in a file what another one imports.
  private mutating func addImports(of origin: Int, to file: Int, _ message: String) {
    guard origin != file else { return }
    let imports = { [module] (index: Int) in
      module.files[index].declarations.filter { declaration in
        declaration.kind == .import
          && module.files[index].source.clauses(around: declaration.keyword).isEmpty
      }
    }
    var known = Set(imports(file).map(\.name)).union(["Foundation", "CoreData"])
    guard let last = imports(file).last else { return }
    let source = module.files[file].source
    let end = source.endOfLine(at: source.tokens[last.last].range.upperBound)
    let lineEnd = source.lineEnding(at: source.tokens[last.keyword].range.lowerBound)
    for declaration in imports(origin) where known.insert(declaration.name).inserted {
      let other = module.files[origin].source
      let text = other.text(other.range(declaration.first...declaration.last))
      replace(end..<end, of: file, with: lineEnd + text, .overrides, message)
    }
  }
}

extension SourceModule {
  /// Whether other files do not know a declaration by its own access level or that of its extension.
  func isPrivate(_ declaration: SwiftDeclaration, in file: Int) -> Bool {
    var access = declaration.writtenAccess
    if access == nil, let parent = declaration.parent,
      files[file].declarations[parent].kind == .extension
    {
      access = files[file].declarations[parent].writtenAccess
    }
    return access == "private" || access == "fileprivate"
  }
}

extension SwiftSourceFile {
  /// The beginning of the line of a declaration, or of the first comment right above it.
  func startWithComments(of offset: Int) -> Int {
    var start = startOfLine(at: offset)
    while start > 0 {
      let previous = startOfLine(at: start - 1)
      var first = previous
      while first < start, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
      guard first + 1 < start, bytes[first] == UInt8(ascii: "/"),
        bytes[first + 1] == UInt8(ascii: "/"),
        !text(first..<start).contains("MARK:")
      else { break }
      start = previous
    }
    return start
  }
}
