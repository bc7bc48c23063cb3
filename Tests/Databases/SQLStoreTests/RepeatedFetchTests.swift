import Foundation
import ObjectRows
import PredicateFormat
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

/// Tests of fetches whose rows are probably cached, which read only the versions of rows.
@Suite("Fetches that are repeated") struct RepeatedFetchTests {
  private let library: Library
  private let tags: [Reference]
  private let label: Int

  init() throws {
    library = try Library()
    tags = try library.insert((1...100).map { ("Tag", ["label": .string("\($0)")]) })
    label = try library.index("label", of: "Tag")
    library.engine.cache.removeAll()
  }

  /// The results of one fetch, with its statements.
  private struct Fetched {
    var references: [Reference] = []
    var rows: [Row?] = []
    var statements: [String] = []

    /// Whether each statement reads values of tags, rather than versions only.
    var readsValues: [Bool] { statements.map(RepeatedFetchTests.readsValues) }
  }

  private static func readsValues(_ statement: String) -> Bool {
    statement.split(separator: " FROM ").first?.contains("ZLABEL") ?? false
  }

  private func fetch(
    _ condition: String? = nil,
    _ arguments: [FetchValue] = [],
    limit: Int = 0,
    in library: Library? = nil
  ) throws -> Fetched {
    let library = library ?? self.library
    var fetched = Fetched()
    let question = try library.question("Tag", condition, limit: limit)
    fetched.statements = try library.statements {
      let found = try library.engine.rows(of: question, library.constants(arguments))
      fetched.references = found.references
      fetched.rows = found.rows.map(Array.init) ?? []
    }
    return fetched
  }

  private func labels(_ fetched: Fetched) -> [Value?] { fetched.rows.map { $0?.value(at: label) } }

  private func expectSame(_ one: Fetched, _ other: Fetched) {
    #expect(one.references == other.references && one.rows.count == other.rows.count)
    for (row, known) in zip(one.rows, other.rows) { #expect(row != nil && row === known) }
  }

  @Test("A repeated fetch reads versions only, with the same parameters or if all rows were cached")
  func versions() throws {
    let all = try fetch()
    #expect(all.references == tags && all.readsValues == [true])
    let again = try fetch()
    expectSame(again, all)
    #expect(again.statements.count == 1 && again.readsValues == [false])
    #expect(again.statements[0].contains("Z_OPT"))

    let some = try fetch("label > %@", [.value("5")])
    #expect(some.readsValues == [true] && some.references.count == 54)
    let others = try fetch("label > %@", [.value("4")])
    #expect(others.readsValues == [false] && others.references.count == 65)
    #expect(labels(others) == others.references.map { .string("\($0.number)") })
  }

  @Test("Few rows are read with their values", arguments: [(15, true), (16, false)])
  func fewRows(count: Int, readsValues: Bool) throws {
    let first = try fetch(limit: count)
    let second = try fetch(limit: count)
    expectSame(second, first)
    #expect(first.references == Array(tags.prefix(count)) && second.readsValues == [readsValues])
  }

  @Test("Other parameters, of whose rows nothing is known, are read with their values")
  func otherParameters() throws {
    for number in 1...3 {
      #expect(try fetch("label ENDSWITH %@", [.value(.text("\(number)"))]).readsValues == [true])
      library.engine.cache.removeAll()
      let found = try fetch("label >= %@", [.value(.text("\(number)"))])
      #expect(found.readsValues == [true] && !labels(found).contains(nil))
    }
  }

  @Test("Rows that others have changed are read, one by one if there are few of them")
  func changedRows() throws {
    let first = try fetch()
    try library.connection.execute(
      """
      UPDATE ZTAG SET ZLABEL = 'x', Z_OPT = Z_OPT + 1 WHERE Z_PK IN (1, 50, 100);
      DELETE FROM ZTAG WHERE Z_PK IN (2, 51)
      """
    )
    library.engine.cache.remove(tags[29])
    let second = try fetch()
    // A statement is recorded when it ends.
    #expect(second.readsValues == [true, true, true, true, false])
    #expect(second.references == tags.filter { ![2, 51].contains($0.number) })
    for (reference, row) in zip(second.references, second.rows) {
      let isChanged = [1, 50, 100].contains(reference.number)
      #expect(row?.value(at: label) == .string(isChanged ? "x" : "\(reference.number)"))
      let old = first.rows[Int(reference.number) - 1]
      #expect((row === old) == (!isChanged && reference.number != 30) && row?.isCurrent == true)
      #expect(library.engine.cache[reference] === row)
    }
    #expect(try fetch().readsValues == [false])
  }

  @Test("If many rows were changed, all are read anew", arguments: [5, 60, 100])
  func manyChangedRows(count: Int) throws {
    _ = try fetch()
    try library.connection.execute(
      "UPDATE ZTAG SET ZLABEL = 'x', Z_OPT = Z_OPT + 1 WHERE Z_PK <= \(count)"
    )
    let second = try fetch()
    #expect(second.references == tags)
    #expect(labels(second) == tags.map { .string($0.number <= count ? "x" : "\($0.number)") })
    // Up to four rows, the versions, and all rows.
    #expect(second.readsValues == [true, true, true, true, false, true])
    let third = try fetch()
    expectSame(third, second)
    #expect(third.readsValues == [false])
  }

  @Test("A save of another connection during a fetch is seen as a whole or not at all")
  func snapshot() throws {
    let folder = try TestFolder()
    let mine = try folder.library()
    try mine.connection.execute("PRAGMA journal_mode = WAL")
    let tags = try mine.insert((1...40).map { ("Tag", ["label": .string("\($0)")]) })
    let theirs = try folder.library()
    let question = try mine.question("Tag")
    func rows() throws -> [Row?] {
      let found = try mine.engine.rows(of: question, mine.constants())
      #expect(found.references == tags)
      return try Array(#require(found.rows))
    }
    let first = try rows()
    // These rows are read while the statement is in progress.
    for tag in tags.suffix(2) { mine.engine.cache.remove(tag) }
    var statements: [String] = []
    var failure: (any Error)?
    mine.connection.trace { trace in
      statements.append(trace.sql)
      guard statements.count == 1 else { return }
      do {
        for tag in tags { try theirs.update(tag, ["label": "new"]) }
      } catch {
        failure = error
      }
    }
    let second = try rows()
    mine.connection.trace(nil)
    #expect(statements.map(Self.readsValues) == [true, true, false] && failure == nil)
    #expect(second.dropLast(2).elementsEqual(first.dropLast(2)) { $0 === $1 })
    let label = try mine.index("label", of: "Tag")
    #expect(second.suffix(2).map { $0?.value(at: label) } == ["39", "40"])
    #expect(try rows().allSatisfy { $0?.value(at: label) == "new" })
  }

  @Test("A row with a value whose file is missing is left to be read later")
  func missingFile() throws {
    let folder = try TestFolder()
    let library = try folder.library()
    let large = Value.data(Data(repeating: 7, count: 200_000))
    let samples = try library.insert(
      (1...20).map { ("Sample", $0 == 20 ? ["picture": large] : ["text": "x"]) }
    )
    let question = try library.question("Sample")
    func rows() throws -> [Row?] {
      let found = try library.engine.rows(of: question, library.constants())
      #expect(found.references == samples)
      return try Array(#require(found.rows))
    }
    #expect(try rows().compactMap { $0 }.count == 20)
    for name in folder.externalFiles {
      try FileManager.default.removeItem(at: folder.external.appending(path: name))
    }
    library.engine.cache.remove(samples[19])
    let found = try rows()
    #expect(found.dropLast().allSatisfy { $0 != nil } && found[19] == nil)
    #expect(try library.stored(samples[19], "picture") == [Value.none])
  }
}
