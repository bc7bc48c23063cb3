import SwiftSource

// Declarations that need frameworks of Apple's platforms are compiled only with them.

extension Adoption {
  /// Puts declarations whose signatures need frameworks into conditional blocks, and reports other uses.
  ///
  /// - Returns: The tokens of each file that are not compiled on Linux any more.
  mutating func encloseFrameworkUses() -> [[ClosedRange<Int>]] {
    let uses = FrameworkUses(of: module, in: module.files.indices.filter(isEditable))
    var blocks = module.files.indices.map(uses.blocks)
    for mention in uses.remaining {
      if let statement = observation(of: mention) {
        if blocks[mention.file].contains(where: { $0.tokens == statement }) { continue }
        blocks[mention.file].append(
          FrameworkUses.Block(
            framework: mention.framework,
            tokens: statement,
            name: module.files[mention.file].source.text(mention.token)
          )
        )
      } else if rules.contains(.unavailable) {
        report(mention)
      }
    }
    return blocks.indices.map { file in
      for block in blocks[file] { enclose(block, of: file) }
      return blocks[file].map(\.tokens).sorted { $0.lowerBound < $1.lowerBound }
    }
  }

  /// The statement that observes a notification of a framework, which nothing posts on Linux.
  private func observation(of mention: FrameworkUses.Mention) -> ClosedRange<Int>? {
    let source = module.files[mention.file].source
    guard let open = source.opening(around: mention.token), source.is(open - 1, "addObserver"),
      let argument = source.arguments(of: open).first(where: { $0.contains(mention.token) }),
      source.is(argument.lowerBound, "name")
    else { return nil }
    return statement(around: mention.token, in: source)
  }

  private mutating func enclose(_ block: FrameworkUses.Block, of file: Int) {
    let source = module.files[file].source
    let range = source.range(block.tokens)
    enclose(
      linesOf: source.startWithComments(of: range.lowerBound)..<range.upperBound,
      of: file,
      .imports,
      at: range.lowerBound,
      "'\(block.name)' needs \(block.framework), which Linux lacks",
      condition: "#if canImport(\(block.framework))"
    )
  }

  private mutating func report(_ mention: FrameworkUses.Mention) {
    let file = module.files[mention.file]
    let name = file.source.text(mention.token)
    let condition = "'#if canImport(\(mention.framework))' and '#endif'"
    let isHead = mention.declaration.map {
      file.declarations[$0].kind == .class
        && mention.token < file.declarations[$0].body?.lowerBound ?? 0
    }
    report(
      .unavailable,
      at: mention.token,
      of: mention.file,
      mention.isOfSources
        ? "'\(name)' needs \(mention.framework), and does not exist on Linux"
        : "'\(name)' of \(mention.framework) does not exist on Linux",
      hint: isHead == true
        ? "conform to it in an extension of the class, between \(condition)"
        : "put the code that uses it between \(condition)"
    )
  }
}
