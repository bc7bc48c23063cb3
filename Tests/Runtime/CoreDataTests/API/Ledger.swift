import Foundation

/// The declarations of Apple's interface, with the status of each in this module.
struct Ledger {
  /// A declaration of Apple's.
  struct Entry: Hashable {
    /// How often it is used: A in nearly every program, B in larger ones, C in few or none outside Apple's platforms.
    let tier: String
    let owner: String
    let name: String
    let declaration: String

    /// Whether it declares a type, which is its own owner.
    var isType: Bool {
      owner == name || owner.hasSuffix("." + name)
    }
  }

  enum Status: String {
    case present

    /// Code that uses it compiles; it has no effect yet, or returns an error.
    case declared
    case differs
    case missing
  }

  struct Row {
    let entry: Entry
    let status: Status
    let reason: String
    let here: String

    var fields: [String] {
      [entry.tier, entry.owner, entry.name, status.rawValue, reason, entry.declaration, here]
    }
  }

  static let header = "tier\towner\tmember\tstatus\treason\tApple's declaration\tdeclaration here"

  let rows: [Row]

  /// Looks up entries in an interface.
  init(_ entries: [Entry], in graph: SymbolGraph, reasons: LedgerReasons) {
    rows = entries.map { entry in
      let found = Self.candidates(for: entry, in: graph)
      let wanted = Declaration(entry.declaration)
      let isThere = found.contains { wanted.admits(Declaration($0.text)) }
      if isThere {
        let reason = reasons.reasonForIdling(entry)
        return Row(
          entry: entry,
          status: reason == nil ? .present : .declared,
          reason: reason ?? "",
          here: ""
        )
      }
      return Row(
        entry: entry,
        status: found.isEmpty ? .missing : .differs,
        reason: reasons.reason(for: entry) ?? "",
        here: found.map(\.text).joined(separator: " ; ")
      )
    }
  }

  /// The declarations of the module with an entry's name.
  private static func candidates(
    for entry: Entry,
    in graph: SymbolGraph
  ) -> [SymbolGraph.Symbol] {
    if entry.isType {
      let path = entry.owner.split(separator: ".")
      let owner = path.dropLast().joined(separator: ".")
      return graph.members(String(path.last ?? ""), of: owner)
    }
    return graph.members(entry.name, of: entry.owner == "(global)" ? "" : entry.owner)
  }

  /// The table as it is checked in.
  var text: String {
    ([Self.header] + rows.map { $0.fields.joined(separator: "\t") }).joined(separator: "\n") + "\n"
  }

  /// The entries of a checked-in table.
  static func entries(of text: String) -> [Entry] {
    text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Entry(tier: fields[0], owner: fields[1], name: fields[2], declaration: fields[5])
    }
  }
}

extension Ledger {
  /// The entries of the inventory of Apple's interface next to the checkout.
  ///
  /// It was made from documentation and headers, so a few declarations occur twice.
  static func inventory(_ text: String) -> [Entry] {
    var seen: Set<Entry> = []
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > 4 else { return nil }
      let words = fields[4].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      var name = fields[3].components(separatedBy: " [").first ?? fields[3]
      if name.hasPrefix(fields[1] + "."), fields[2] == "case" {
        name.removeFirst(fields[1].count + 1)
      }
      if fields[2].hasSuffix("func"), !name.contains("(") { name += "()" }
      let entry = Entry(
        tier: fields[0],
        owner: fields[2] == "typealias" && fields[1] == fields[3] ? "(global)" : fields[1],
        name: name.replacingOccurrences(of: "`", with: ""),
        declaration: words
      )
      return seen.insert(entry).inserted ? entry : nil
    }
  }
}
