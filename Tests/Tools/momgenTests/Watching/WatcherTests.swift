import ModelFiles
import Testing

@testable import momgen

@Suite struct WatcherTests {
  /// A source of scripted events.
  private struct ScriptedSource: ChangeSource {
    var events: [WatchEvent]
    var waits: [Int?] = []
    var lists: [WatchList] = []

    mutating func watch(_ list: WatchList) { lists.append(list) }

    mutating func wait(milliseconds: Int?) -> WatchEvent {
      waits.append(milliseconds)
      return events.isEmpty ? .stop : events.removeFirst()
    }
  }

  private struct Recording: WatchedWork {
    var steps: [String] = []

    mutating func prepare(after changes: Changes) -> WatchList {
      switch changes {
      case .everything: steps.append("everything")
      case .some(let changes):
        steps.append(changes.map { $0.name ?? "" }.sorted().joined(separator: "+"))
      }
      return WatchList()
    }

    mutating func perform() { steps.append("perform") }
  }

  private static func change(_ name: String) -> WatchEvent {
    .changes([FileChange(folder: ".", name: name)])
  }

  private func run(_ events: [WatchEvent]) throws -> (ScriptedSource, [String]) {
    var watcher = Watcher(source: ScriptedSource(events: events))
    var work = Recording()
    try watcher.run(&work)
    return (watcher.source, work.steps)
  }

  @Test func theWorkIsDoneOnceAtFirst() throws {
    let (source, steps) = try run([])
    #expect(steps == ["everything", "perform"])
    #expect(source.waits == [nil])
    #expect(source.lists.count == 1)
  }

  @Test func changesThatFollowOneAnotherAreOne() throws {
    let (source, steps) = try run([
      Self.change("a"), Self.change("b"), Self.change("a"), .quiet, Self.change("c"), .quiet,
    ])
    #expect(steps == ["everything", "perform", "a+b", "perform", "c", "perform"])
    #expect(source.waits == [nil, 100, 100, 100, nil, 100, nil])
    #expect(source.lists.count == 3)
  }

  @Test func unknownChangesCountAsAllChanges() throws {
    let (_, steps) = try run([Self.change("a"), .unknownChanges, .quiet])
    #expect(steps == ["everything", "perform", "everything", "perform"])
  }

  @Test func stoppingDoesNotWaitForQuiet() throws {
    let (_, steps) = try run([Self.change("a"), .stop])
    #expect(steps == ["everything", "perform"])
  }

  @Test func patienceEnds() throws {
    var watcher = Watcher(
      source: ScriptedSource(events: [Self.change("a"), Self.change("b")])
    )
    watcher.timeout = 0
    var work = Recording()
    try watcher.run(&work)
    #expect(work.steps == ["everything", "perform", "a", "perform", "b", "perform"])
  }
}
