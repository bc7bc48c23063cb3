import ManagedModel
import SwiftSource

/// The declarations of a module that need a framework of Apple's platforms in their signature, and other uses of such
/// frameworks.
struct FrameworkUses {
  /// Tokens that are compiled only with a framework.
  struct Block {
    let framework: String
    var tokens: ClosedRange<Int>

    /// The name of the first declaration.
    let name: String
  }

  /// A use of a framework, or of a type that needs it, in code that cannot be left out.
  struct Mention {
    let file: Int
    let token: Int
    let framework: String

    /// The index of the innermost declaration.
    let declaration: Int?

    /// Whether the name is that of a type of the sources.
    let isOfSources: Bool
  }

  private let module: SourceModule
  private let files: [Int]

  /// The names of the types of the sources and of the models.
  private let declared: Set<String>

  /// The last tokens of declarations, with the initial values of variables.
  private var ends: [[Int]]

  /// The frameworks that declarations need, by the indices of the declarations.
  private var enclosed: [[Int: String]]
  private var macros: [[Block]]
  private var mentions: [Mention] = []

  /// The types that were enclosed, whose uses have not been searched yet.
  private var waiting: [(name: String, framework: String)] = []

  /// Finds the uses in some files of a module.
  init(of module: SourceModule, in files: [Int]) {
    self.module = module
    self.files = files
    var declared = Set(module.types.keys.map { String($0.split(separator: ".").last ?? "") })
    for entity in module.models.flatMap(\.entities) {
      if let name = EntityClass(of: entity.entity)?.name { declared.insert(name) }
    }
    self.declared = declared
    ends = Array(repeating: [], count: module.files.count)
    enclosed = Array(repeating: [:], count: module.files.count)
    macros = Array(repeating: [], count: module.files.count)
    let used = files.map { ($0, frameworks(visibleIn: $0)) }
    guard used.contains(where: { !$0.1.isEmpty }) else { return }
    for (file, frameworks) in used {
      ends[file] = module.files[file].declarations.map { end(of: $0, in: file) }
      guard !frameworks.isEmpty else { continue }
      findNames(of: frameworks, in: file)
      findPreviews(in: file)
    }
    findTypes()
  }

  // MARK: Results

  /// The outermost declarations of a file that need a framework; those that follow each other are one block.
  func blocks(in file: Int) -> [Block] {
    let declarations = module.files[file].declarations
    let found = enclosed[file].filter { index, _ in
      !isEnclosed(declarations[index].parent, in: file)
    }
    let blocks = found.map { index, framework in
      let declaration = declarations[index]
      let first = self.first(of: declaration, in: file)
      return Block(
        framework: framework,
        tokens: first...ends[file][index],
        name: declaration.bindings.first?.name ?? declaration.name
      )
    }
    var result: [Block] = []
    for block in (blocks + macros[file]).sorted(by: {
      $0.tokens.lowerBound < $1.tokens.lowerBound
    }) {
      if let last = result.last, last.framework == block.framework,
        last.tokens.upperBound + 1 == block.tokens.lowerBound
      {
        result[result.count - 1].tokens = last.tokens.lowerBound...block.tokens.upperBound
      } else {
        result.append(block)
      }
    }
    return result
  }

  /// The first use in each declaration that is compiled on Linux.
  var remaining: [Mention] {
    var known: Set<[Int]> = []
    return mentions.sorted { ($0.file, $0.token) < ($1.file, $1.token) }.filter { mention in
      let statement = isInCall(mention) ? mention.token : -1
      let key = [
        mention.file, mention.declaration ?? -1, mention.framework.hashValue, statement,
      ]
      return !isEnclosed(mention.declaration, in: mention.file)
        && !macros[mention.file].contains { $0.tokens.contains(mention.token) }
        && known.insert(key).inserted
    }
  }

  /// Whether a name is an argument of a call that adds an observer.
  private func isInCall(_ mention: Mention) -> Bool {
    let source = module.files[mention.file].source
    return source.opening(around: mention.token).map { source.is($0 - 1, "addObserver") } ?? false
  }

  private func isEnclosed(_ declaration: Int?, in file: Int) -> Bool {
    var next = declaration
    while let index = next {
      if enclosed[file][index] != nil { return true }
      next = module.files[file].declarations[index].parent
    }
    return false
  }

  // MARK: Searching

  /// The frameworks that a file imports, by name, unless another module takes the place of one.
  private func frameworks(visibleIn file: Int) -> [Framework] {
    let source = module.files[file].source
    let imports = module.files[file].declarations.filter { $0.kind == .import }
    var names: Set<String> = []
    for declaration in imports where AppleModules.all.contains(declaration.name) {
      let siblings = source.alternatives(of: declaration.keyword)
      let isReplaced = imports.contains { other in
        !AppleModules.all.contains(other.name)
          && !["CoreData", "Foundation"].contains(other.name)
          && source.clauses(around: other.keyword).contains(where: siblings.contains)
      }
      guard !isReplaced else { continue }
      names.formUnion(Framework.exports[declaration.name] ?? [declaration.name])
    }
    return names.sorted().compactMap { Framework.all[$0] }
  }

  private mutating func findNames(of frameworks: [Framework], in file: Int) {
    let source = module.files[file].source
    let knowsEntities = !module.models.isEmpty
    for token in source.tokens.indices
    where source.tokens[token].kind == .word && isName(token, in: source) {
      // A name may have the prefix of one framework, and be one of another.
      let found =
        frameworks.first {
          $0.prefix == nil && $0.isUsed(at: token, in: source, knowsEntities: knowsEntities)
        } ?? frameworks.first { $0.isUsed(at: token, in: source, knowsEntities: knowsEntities) }
      guard let found, !declared.contains(source.text(token)) else { continue }
      handle(token, of: file, found.name, isOfSources: false)
    }
  }

  /// Whether a token can be the name of a type that is compiled on Linux.
  private func isName(_ token: Int, in source: SwiftSourceFile) -> Bool {
    let first = source.bytes[source.tokens[token].range.lowerBound]
    guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      !source.isInactiveOnLinux(token), !AppleModules.all.contains(source.text(token))
    else { return false }
    if source.is(token - 1, ".") { return AppleModules.all.contains(source.text(token - 2)) }
    let isLabel =
      source.is(token + 1, ":") && (source.is(token - 1, "(") || source.is(token - 1, ","))
    return !isLabel
  }

  /// Finds the previews of SwiftUI and UIKit, which are macros at top level.
  private mutating func findPreviews(in file: Int) {
    let source = module.files[file].source
    for token in source.tokens.indices where source.is(token, "#Preview") {
      guard source.opening(around: token) == nil, !source.isInactiveOnLinux(token) else {
        continue
      }
      var end = token
      if source.is(end + 1, "("), let close = source.partner(end + 1) { end = close }
      if source.is(end + 1, "{"), let close = source.partner(end + 1) { end = close }
      var first = token
      while let attribute = source.attribute(before: first) { first = attribute }
      guard source.areLines(first...end) else {
        mentions.append(
          Mention(
            file: file,
            token: token,
            framework: "SwiftUI",
            declaration: nil,
            isOfSources: false
          )
        )
        continue
      }
      macros[file].append(Block(framework: "SwiftUI", tokens: first...end, name: "#Preview"))
    }
  }

  /// Finds the uses of types that are left out on Linux.
  private mutating func findTypes() {
    guard !waiting.isEmpty else { return }
    var places: [String: [(file: Int, token: Int)]] = [:]
    for file in files {
      let source = module.files[file].source
      for token in source.tokens.indices
      where source.tokens[token].kind == .word && isName(token, in: source) {
        let name = source.text(token)
        if declared.contains(name) { places[name, default: []].append((file, token)) }
      }
    }
    while let (name, framework) = waiting.popLast() {
      for place in places[name] ?? [] {
        handle(place.token, of: place.file, framework, isOfSources: true)
      }
    }
  }

  // MARK: Declarations

  private mutating func handle(
    _ token: Int,
    of file: Int,
    _ framework: String,
    isOfSources: Bool
  ) {
    let index = declaration(around: token, of: file)
    if let index {
      let declaration = module.files[file].declarations[index]
      if declaration.kind == .import || enclosed[file][index] != nil { return }
      if isInSignature(token, of: declaration, in: file), canEnclose(index, in: file) {
        return enclose(index, of: file, framework)
      }
    }
    mentions.append(
      Mention(
        file: file,
        token: token,
        framework: framework,
        declaration: index,
        isOfSources: isOfSources
      )
    )
  }

  private mutating func enclose(_ index: Int, of file: Int, _ framework: String) {
    enclosed[file][index] = framework
    let declaration = module.files[file].declarations[index]
    // Another declaration of the name may be compiled on Linux.
    guard declaration.parent == nil, let type = module.types[declaration.name],
      type.place == DeclarationPlace(file: file, index: index)
    else { return }
    waiting.append((declaration.name, framework))
  }

  /// The innermost declaration around a token.
  private func declaration(around token: Int, of file: Int) -> Int? {
    let declarations = module.files[file].declarations
    var (low, high) = (0, declarations.count)
    while low < high {
      let middle = (low + high) / 2
      if declarations[middle].first <= token { low = middle + 1 } else { high = middle }
    }
    var next = low > 0 ? low - 1 : nil
    while let index = next, ends[file][index] < token { next = declarations[index].parent }
    return next
  }

  private func isInSignature(
    _ token: Int,
    of declaration: SwiftDeclaration,
    in file: Int
  ) -> Bool {
    switch declaration.kind {
    case .class where module.isManaged(declaration.name): return false
    case .variable, .constant:
      if let accessors = declaration.bindings.compactMap(\.accessors).first {
        return token < accessors.lowerBound
      }
      let hasType = declaration.bindings.contains { $0.type != nil }
      return !hasType || token <= declaration.last
    default: return declaration.body.map { token < $0.lowerBound } ?? true
    }
  }

  private func canEnclose(_ index: Int, in file: Int) -> Bool {
    let declaration = module.files[file].declarations[index]
    let source = module.files[file].source
    return source.areLines(first(of: declaration, in: file)...ends[file][index])
  }

  /// The first token of a declaration, or the directive before it that its attributes are in.
  private func first(of declaration: SwiftDeclaration, in file: Int) -> Int {
    let source = module.files[file].source
    let around = source.clauses(around: declaration.keyword)
    let others = source.clauses(around: declaration.first).filter { !around.contains($0) }
    return others.last.map { source.clauses[$0].directive } ?? declaration.first
  }

  private func end(of declaration: SwiftDeclaration, in file: Int) -> Int {
    module.files[file].source.end(of: declaration)
  }
}

extension SwiftSourceFile {
  /// The last token of a declaration, with the initial value of a variable.
  func end(of declaration: SwiftDeclaration) -> Int {
    guard declaration.bindings.contains(where: \.hasInitializer) else { return declaration.last }
    var end = declaration.last
    while end < tokens.count {
      if let partner = partner(end), partner > end { end = partner }
      let next = end + 1
      if next >= tokens.count || self.is(next, "}") || self.is(next, ";") { break }
      if tokens[next].kind == .directive, tokens[next].beginsLine { break }
      if tokens[next].beginsLine, beginsStatement(next) { break }
      end = next
    }
    return min(end, tokens.count - 1)
  }

  /// The other clauses of the conditional blocks around a token.
  fileprivate func alternatives(of token: Int) -> Set<Int> {
    let own = clauses(around: token)
    let ends = Set(own.map { clauses[$0].end })
    let directives = Set(own.map { clauses[$0].directive })
    return Set(
      clauses.indices.filter {
        ends.contains(clauses[$0].directive) || directives.contains(clauses[$0].end)
      }
    )
  }

  /// The `@` of an attribute that ends before a token.
  fileprivate func attribute(before token: Int) -> Int? {
    var last = token - 1
    if self.is(last, ")"), let open = partner(last) { last = open - 1 }
    return last > 0 && tokens[last].kind == .word && self.is(last - 1, "@") ? last - 1 : nil
  }

  /// Whether nothing else is on the lines of some tokens.
  func areLines(_ range: ClosedRange<Int>) -> Bool {
    let next = range.upperBound + 1
    return tokens[range.lowerBound].beginsLine && (next >= tokens.count || tokens[next].beginsLine)
  }
}
