import CorpusFiles
import Foundation
import PredicateFormat
import Testing

@testable import CoreData

/// Tests of format strings from real programs.
@Suite("Format strings of the corpus")
struct PredicateCorpusTests {
  /// The first column of the table of collected format strings; the test is skipped if it is absent.
  private func formats() throws -> [String] {
    let table = Corpus.package.deletingLastPathComponent()
      .appendingPathComponent("shared/design/predicate-corpus.tsv")
    guard let text = try? String(contentsOf: table, encoding: .utf8) else {
      try Test.cancel("no table of format strings beside the package")
    }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).first.map(String.init)
    }
  }

  /// Arguments of matching types, different in each round.
  private func arguments(for format: String, turn: Int) -> [Any?] {
    guard let parsed = try? PredicateFormat.Predicate(parsing: format) else { return [] }
    let objects: [Any?] = [
      "text", 5, Sample.birthday, ["a", "b"], nil, NSSet(array: [1]), Decimal(1.5), Sample.id,
      Data([1]),
      ["k": 1], Sample.team(),
    ]
    let paths = ["name", "players.age", "players.@count", "missing.path", "tags"]
    return parsed.arguments.enumerated().map { index, argument in
      switch argument.conversion {
      case .keyPath: paths[(index + turn) % paths.count]
      case .object: objects[(index + turn) % objects.count]
      default: index + turn
      }
    }
  }

  @Test("are bound, evaluated and read again from their text")
  func evaluates() throws {
    let team = Sample.team()
    var accepted = 0
    for format in try formats() {
      for turn in 0..<11 {
        guard
          let predicate = try? NSPredicate(
            parsing: format,
            arguments: arguments(for: format, turn: turn)
          )
        else { continue }
        accepted += 1
        let variables = Dictionary(
          try predicate.tree.root.variables.map { ($0.name, 5) },
          uniquingKeysWith: { first, _ in first }
        )
        let holds = predicate.evaluate(with: team, substitutionVariables: variables)
        #expect(predicate == (predicate.copy() as? NSPredicate))
        let text = try predicate.tree.format
        guard try isReadable(predicate.tree) else { continue }
        let again = try NSPredicate(parsing: text)
        #expect(
          again.evaluate(with: team, substitutionVariables: variables) == holds,
          "\(format) as \(text)"
        )
        // A date is a constant here, and a cast of a number once it has been parsed.
        guard !text.contains("NSDate") else { continue }
        let textAgain = try again.tree.format
        #expect(textAgain == text)
      }
    }
    #expect(accepted > 10_000)
  }

  /// Whether all constants of a tree can be printed, and it does not depend on the time.
  private func isReadable(_ tree: PredicateTree) throws -> Bool {
    !tree.values.contains { $0 is KeyedObject } && !tree.format.contains("random")
      && !tree.format.contains("now(")
  }
}
