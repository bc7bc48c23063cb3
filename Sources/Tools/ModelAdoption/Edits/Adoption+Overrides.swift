import ManagedModel
import SwiftSource

// Overrides in extensions, which require Objective-C, are moved into the body of the class.

extension Adoption {
  mutating func adoptOverrides(in file: Int) {
    let declarations = module.files[file].declarations
    var privateNames: Set<String>?
    for (index, declaration) in declarations.enumerated() {
      let place = DeclarationPlace(file: file, index: index)
      guard let parent = declaration.parent, declarations[parent].kind == .extension,
        !missingOverrides.contains(place),
        !module.files[file].source.isInactiveOnLinux(declaration.keyword)
      else { continue }
      let name = declaration.bindings.first?.name ?? declaration.name
      let reason: String
      if declaration.has("override") {
        reason = "'\(name)' is overridden in an extension, which needs Objective-C"
      } else if isOverridden(place) {
        reason = "'\(name)' is overridden, but is a member of an extension, which needs Objective-C"
      } else {
        continue
      }
      let names = privateNames ?? module.privateNames(in: file)
      privateNames = names
      adoptOverride(place, in: declarations[parent], hiding: names, reason)
    }
  }

  private mutating func adoptOverride(
    _ place: DeclarationPlace,
    in outer: SwiftDeclaration,
    hiding privateNames: Set<String>,
    _ message: String
  ) {
    let declaration = module.declaration(place)
    do throws(Obstacle) {
      let target = try target(of: place, in: outer)
      let targetFile = file(of: target)
      if targetFile != place.file, let name = name(of: privateNames, in: place) {
        guard declaration.has("override"), let call = call(of: place, in: outer) else {
          throw Obstacle(
            hint:
              "it uses '\(name)', which is private to this file: move it into the class "
              + "'\(outer.name)', and make '\(name)' internal"
          )
        }
        rename(place, call, message)
        insert(conditional(call.text, as: place, in: target), into: target, message)
      } else {
        move(place, into: target, message)
      }
    } catch {
      report(.overrides, at: declaration.keyword, of: place.file, message, hint: error.hint)
    }
  }

  private struct Obstacle: Error {
    let hint: String
  }

  /// A class that receives members: one of the sources, or a new one in place of a generated one.
  private enum Target {
    case declared(DeclarationPlace)
    case new(String)
  }

  private func file(of target: Target) -> Int? {
    switch target {
    case .declared(let place): place.file
    case .new(let name): newClasses[name]?.file
    }
  }

  /// The class into which a member can move.
  private mutating func target(
    of place: DeclarationPlace,
    in outer: SwiftDeclaration
  ) throws(Obstacle) -> Target {
    if outer.hasConditions { throw Obstacle(hint: "move it into the class '\(outer.name)'") }
    let source = module.files[place.file].source
    let around = source.clauses(around: module.declaration(place).first)
    let condition = Obstacle(
      hint: "move it into the class '\(outer.name)', with the conditional block around it"
    )
    guard let type = module.type(outer.name, in: ""), type.kind == .class else {
      guard around.isEmpty else { throw condition }
      return try newClass(of: outer, in: place.file)
    }
    guard isEditable(type.place.file), module.declaration(type.place).body != nil else {
      throw Obstacle(
        hint:
          "move it into the class '\(type.path)', whose file is generated or of another module"
      )
    }
    // The member keeps the conditions around it, except those that are also around the class.
    let others = clausesOfClass(type.place, sharedWith: place.file)
    guard let others, others.isSubset(of: around),
      around.allSatisfy({ others.contains($0) || source.is(source.clauses[$0].directive, "#if") })
    else { throw condition }
    return .declared(type.place)
  }

  /// The conditional clauses around a class; nil if there are some, and the member is in another file.
  private func clausesOfClass(_ place: DeclarationPlace, sharedWith file: Int) -> Set<Int>? {
    let source = module.files[place.file].source
    let clauses = source.clauses(around: module.declaration(place).keyword)
    return clauses.isEmpty || place.file == file ? Set(clauses) : nil
  }

  /// The moved text, inside the conditions that surround the member but not the class.
  private func conditional(
    _ text: String,
    as place: DeclarationPlace,
    in target: Target
  ) -> String {
    guard case .declared(let type) = target else { return text }
    let source = module.files[place.file].source
    let first = module.declaration(place).first
    let others = clausesOfClass(type, sharedWith: place.file) ?? []
    let indent = text.prefix { $0 == " " || $0 == "\t" }
    // The innermost clause comes first.
    return source.clauses(around: first).filter { !others.contains($0) }.reduce(text) {
      text,
      index in
      let clause = source.clauses[index]
      let condition = source.text(source.range(clause.directive...clause.bodyStart - 1))
      return "\(indent)\(condition)\n\(text)\n\(indent)#endif"
    }
  }

  /// A class written in place of one that Xcode generates from the model.
  private mutating func newClass(of outer: SwiftDeclaration, in file: Int) throws(Obstacle)
    -> Target
  {
    if newClasses[outer.name] != nil { return .new(outer.name) }
    guard let index = module.entity(ofClass: outer.name), editableModels.contains(index.model),
      !outer.name.contains("."), module.resolved(index).entity.codeGeneration == .class
    else {
      throw Obstacle(
        hint:
          "set Codegen of the entity to Category/Extension, declare the class '\(outer.name)' in the "
          + "sources, and move the override into it"
      )
    }
    let source = module.files[file].source
    let entity = module.resolved(index)
    let parents = module.model(of: index).lineage(of: entity).map(\.entity)
    let superclass = parents.filter { $0.name != entity.name }
      .compactMap { EntityClass(of: $0)?.name }.last
    newClasses[outer.name] = NewClass(
      superclass: superclass ?? "NSManagedObject",
      file: file,
      offset: source.startWithComments(of: source.tokens[outer.first].range.lowerBound)
    )
    categoryEntities[index.model, default: []].append(entity.name)
    return .new(outer.name)
  }

  /// Declares new classes before the extensions that contain the first of their overrides.
  mutating func insertNewClasses() {
    for (name, made) in newClasses.sorted(by: { $0.key < $1.key }) {
      let source = module.files[made.file].source
      let lineEnd = source.lineEnding(at: made.offset)
      let members = made.members.joined(separator: lineEnd + lineEnd)
      let head = [
        Self.condition, "@objc(\(name))", "#endif", "public class \(name): \(made.superclass) {",
      ]
      replace(
        made.offset..<made.offset,
        of: made.file,
        with: (head + [members, "}", "", ""]).joined(separator: lineEnd),
        .overrides,
        "the class '\(name)' is generated and cannot have overrides"
      )
    }
  }

  /// A name in a member that is private to its file.
  private func name(of privateNames: Set<String>, in place: DeclarationPlace) -> String? {
    let file = module.files[place.file]
    let declaration = file.declarations[place.index]
    return (declaration.first...declaration.last).lazy
      .filter { file.source.tokens[$0].kind == .word }
      .map { file.source.name($0) }
      .first { $0 != declaration.name && privateNames.contains($0) }
  }

  /// Moves a member with the comments above it to the end of a class.
  private mutating func move(_ place: DeclarationPlace, into target: Target, _ message: String) {
    let source = module.files[place.file].source
    let declaration = module.declaration(place)
    let range = source.range(declaration.first...declaration.last)
    guard source.tokens[declaration.first].beginsLine,
      declaration.last + 1 >= source.tokens.count || source.tokens[declaration.last + 1].beginsLine
    else {
      // In the middle of a line.
      var end = range.upperBound
      while source.bytes[end] == 0x20 { end += 1 }
      let text = takeText(range, of: place.file)
      replace(range.lowerBound..<end, of: place.file, with: "", .overrides, message)
      let indent = source.indentation(at: range.lowerBound)
      addImports(of: place.file, to: target, message)
      return insert(conditional(indent + "  " + text, as: place, in: target), into: target, message)
    }
    let start = source.startWithComments(of: range.lowerBound)
    let end = source.startOfNextLine(at: range.upperBound)
    let text = takeText(start..<source.endOfLine(at: range.upperBound), of: place.file)
    // The empty line before or after it is removed too.
    let previous = source.startOfLine(before: start)
    let removed =
      start > 0 && source.isBlank(previous..<start) && previous > 0
      ? previous..<end : start..<end
    replace(removed, of: place.file, with: "", .overrides, at: range.lowerBound, message)
    addImports(of: place.file, to: target, message)
    insert(conditional(text, as: place, in: target), into: target, message)
  }

  private mutating func insert(_ text: String, into target: Target, _ message: String) {
    switch target {
    case .declared(let place):
      guard let body = module.declaration(place).body else { return }
      insert(text, at: body.upperBound, of: place.file, message)
    case .new(let name):
      guard let made = newClasses[name] else { return }
      let lineEnd = module.files[made.file].source.lineEnding(at: made.offset)
      let adapted = adapt(text, to: lineEnd)
      newClasses[name]?.members.append(adapted)
    }
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
      let previous = source.startOfLine(before: start)
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

  /// Adds the imports of one file to another, under the same conditions.
  private mutating func addImports(of origin: Int, to target: Target, _ message: String) {
    guard let file = file(of: target), origin != file else { return }
    let imports = { [module] (index: Int) in
      module.files[index].declarations.filter { $0.kind == .import }
    }
    let own = imports(file)
    guard let last = own.last(where: { isUnconditional($0.keyword, in: file) }) else { return }
    var known = Set(own.map(\.name)).union(["Foundation", "CoreData"])
    known.formUnion(addedImports[file] ?? [])
    let source = module.files[file].source
    let end = source.endOfLine(at: source.tokens[last.last].range.upperBound)
    let lineEnd = source.lineEnding(at: source.tokens[last.keyword].range.lowerBound)
    for declaration in imports(origin) where known.insert(declaration.name).inserted {
      guard let text = conditionalImport(declaration, of: origin) else { continue }
      addedImports[file, default: []].insert(declaration.name)
      replace(end..<end, of: file, with: lineEnd + adapt(text, to: lineEnd), .overrides, message)
    }
  }

  private func isUnconditional(_ token: Int, in file: Int) -> Bool {
    module.files[file].source.clauses(around: token).isEmpty
  }

  /// An import with the conditions around it; nil if it is in an `#else` clause.
  private func conditionalImport(_ declaration: SwiftDeclaration, of file: Int) -> String? {
    let source = module.files[file].source
    let text = source.text(source.range(declaration.first...declaration.last))
    let clauses = source.clauses(around: declaration.keyword).map { source.clauses[$0] }
    if clauses.isEmpty, rules.contains(.imports), isOfApple(declaration.name) {
      return "#if canImport(\(declaration.name))\n\(text)\n#endif"
    }
    guard clauses.allSatisfy({ source.is($0.directive, "#if") }) else { return nil }
    return clauses.reduce(text) { text, clause in
      let condition = source.text(source.range(clause.directive...clause.bodyStart - 1))
      return "\(condition)\n\(text)\n#endif"
    }
  }
}

/// A class written because the sources override methods in extensions of a generated one.
struct NewClass: Sendable {
  let superclass: String

  /// The file, and the byte before which the class is declared.
  let file: Int
  let offset: Int
  var members: [String] = []
}

extension SourceModule {
  /// The names of the private declarations of a file.
  fileprivate func privateNames(in file: Int) -> Set<String> {
    var names: Set<String> = []
    for declaration in files[file].declarations where isPrivate(declaration, in: file) {
      names.formUnion(
        declaration.bindings.isEmpty ? [declaration.name] : declaration.bindings.map(\.name)
      )
    }
    return names
  }

  /// Whether a declaration is private to its file by its own access level or that of its extension.
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
  /// The beginning of the line of a declaration, or of the first comment directly above it.
  func startWithComments(of offset: Int) -> Int {
    var start = startOfLine(at: offset)
    while start > 0 {
      let previous = startOfLine(before: start)
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
