import Foundation

/// The symbol graph of a module's public interface.
struct SymbolGraph {
  /// A public declaration.
  struct Symbol {
    let owner: String
    let name: String
    let text: String
    let isOpen: Bool
    let isDeprecated: Bool
  }

  /// The declarations by owner: the path of a type, or empty for top-level declarations.
  private(set) var symbols: [String: [Symbol]] = [:]

  /// The superclasses and protocols of a type, by path.
  private(set) var supertypes: [String: Set<String>] = [:]

  /// Reads the output of `swift symbolgraph-extract` in a folder.
  init(folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    for file in files.sorted(by: { $0.path < $1.path }) {
      add(try JSONDecoder().decode(GraphFile.self, from: Data(contentsOf: file)))
    }
  }

  /// The declarations with a name that a type has or inherits.
  func members(_ name: String, of owner: String) -> [Symbol] {
    var found: [Symbol] = []
    var visited: Set<String> = []
    var pending = [owner]
    while let type = pending.popLast() {
      guard visited.insert(type).inserted else { continue }
      found += (symbols[type] ?? []).filter { $0.name == name }
      pending += (supertypes[type] ?? []).sorted()
    }
    return found
  }

  /// Whether a type or one of its supertypes declares conformance to a protocol.
  func conforms(_ type: String, to name: String) -> Bool {
    var visited: Set<String> = []
    var pending = [type]
    while let type = pending.popLast() {
      guard visited.insert(type).inserted else { continue }
      let supertypes = supertypes[type] ?? []
      if supertypes.contains(name) { return true }
      pending += supertypes
    }
    return false
  }

  private mutating func add(_ file: GraphFile) {
    var paths: [String: String] = [:]
    for symbol in file.symbols {
      let path = symbol.pathComponents.joined(separator: ".")
      paths[symbol.identifier.precise] = path
      guard symbol.kind.identifier != "swift.extension" else { continue }
      let owner = symbol.pathComponents.dropLast().joined(separator: ".")
      symbols[owner, default: []].append(
        Symbol(
          owner: owner,
          name: symbol.names.title.split(separator: ".").last.map(String.init) ?? "",
          text: symbol.declarationFragments.map(\.spelling).joined(),
          isOpen: symbol.accessLevel == "open",
          isDeprecated: symbol.availability?.contains { $0.isUnconditionallyDeprecated == true }
            ?? false
        )
      )
    }
    for relationship in file.relationships {
      guard ["inheritsFrom", "conformsTo"].contains(relationship.kind),
        let source = paths[relationship.source]
      else { continue }
      let target = paths[relationship.target] ?? relationship.targetFallback ?? ""
      supertypes[source, default: []].insert(target.split(separator: ".").dropModule)
    }
  }
}

extension [Substring] {
  /// The path without the name of a system module.
  fileprivate var dropModule: String {
    let isQualified = first.map { ["Swift", "Foundation", "FoundationEssentials"].contains($0) }
    return (isQualified == true ? Array(dropFirst()) : self).joined(separator: ".")
  }
}

/// The parts of the file format that are used here.
private struct GraphFile: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { let precise: String }
    struct Kind: Decodable { let identifier: String }
    struct Names: Decodable { let title: String }
    struct Fragment: Decodable { let spelling: String }
    struct Availability: Decodable { let isUnconditionallyDeprecated: Bool? }
    let identifier: Identifier
    let kind: Kind
    let names: Names
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let accessLevel: String
    let availability: [Availability]?
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}
