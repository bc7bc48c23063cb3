import Foundation
import LeagueWeb
import RawHTTPClient
import Testing

/// The lists of a page: their initial state, and their state after events.
final class PageFollower {
  /// A parsed event.
  struct Event: Equatable {
    let name: String
    let data: String
  }

  /// The changes sent to the page; see `ListChange` and `script.js`.
  private struct Change: Decodable {
    struct Arrival: Decodable {
      let at: Int
      let html: String
    }
    struct Move: Decodable {
      let from: Int
      let to: Int
      let html: String
    }
    let feed: String
    let before: String
    let state: String
    let deleted: [Int]
    let inserted: [Arrival]
    let moved: [Move]
    let updated: [Arrival]
    let words: String
    let summary: Summary?
  }

  private struct Whole: Decodable {
    let feed: String
    let state: String
    let rows: [String]
    let summary: Summary?
  }

  /// The number of rows on all pages, and the pager.
  struct Summary: Decodable, Equatable {
    let count: String
    let pager: String
  }

  /// A change of the parts around the rows only.
  private struct ChangedSummary: Decodable {
    let feed: String
    let summary: Summary
  }

  private let site: TestSite
  private let client: RawClient
  private var text = ""

  /// The rows of each list, as markup.
  private(set) var rows: [String: [String]] = [:]
  private(set) var states: [String: String] = [:]
  private(set) var words: [String] = []

  /// The parts around the rows, as sent last.
  private(set) var summaries: [String: Summary] = [:]

  /// Loads a page, and connects to its events.
  ///
  /// - Parameters:
  ///   - path: The page.
  ///   - site: The site.
  ///   - meanwhile: A change after the page was loaded, and before it is connected.
  /// - Throws: An error if it cannot be loaded.
  init(_ path: String, of site: TestSite, meanwhile: () throws -> Void = {}) async throws {
    self.site = site
    client = try RawClient(port: site.web.port)
    let lists = try await Self.lists(path, of: site)
    let address = try await Self.address(path, of: site)
    rows = lists.mapValues(\.rows)
    states = lists.mapValues(\.state)
    try meanwhile()
    let query = states.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let target = "\(address)\(address.contains("?") ? "&" : "?")\(query.joined(separator: "&"))"
    await client.send("GET \(target) HTTP/1.0\r\nHost: localhost\r\n\r\n")
    text = try await client.receive { $0.contains("\r\n\r\n") }
    #expect(text.hasPrefix("HTTP/1.1 200"))
    text = String(text.components(separatedBy: "\r\n\r\n").dropFirst().joined())
  }

  /// The address of the events of a page.
  private static func address(_ path: String, of site: TestSite) async throws -> String {
    let body = try await site.get(path).body
    let match = try #require(body.firstMatch(of: #/data-events="([^"]*)"/#))
    return String(match.output.1).replacing("&amp;", with: "&")
  }

  /// The lists that a page shows: the markup of each element with `data-feed`.
  static func lists(
    _ path: String,
    of site: TestSite
  ) async throws -> [String: (rows: [String], state: String)] {
    let body = try await site.get(path).body
    let lists = body.matches(
      of: #/<(\w+)[^>]* data-feed="(\w+)" data-state="(\w+)">(.*?)</\1>/#.dotMatchesNewlines()
    )
    let row = #/<(li|span class="subject") data-id.*?(</li>|</span>$)/#.dotMatchesNewlines()
    return Dictionary(
      lists.map { list in
        let rows = list.output.4.matches(of: row).map { String($0.output.0) }
        return (String(list.output.2), (rows, String(list.output.3)))
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The next event; nil at the end of the stream.
  func next() async throws -> Event? {
    while true {
      if let end = text.range(of: "\n\n") {
        let lines = text[..<end.lowerBound].split(separator: "\n")
        text = String(text[end.upperBound...])
        guard let name = lines.first(where: { $0.hasPrefix("event: ") }) else { continue }
        let data = lines.filter { $0.hasPrefix("data: ") }.map { $0.dropFirst(6) }
        return Event(name: String(name.dropFirst(7)), data: data.joined(separator: "\n"))
      }
      let more = try await client.receive { !$0.isEmpty }
      if more.isEmpty { return nil }
      text += more
    }
  }

  /// Follows until a list is the same as on the reloaded page.
  func catchUp(_ path: String, _ feed: String) async throws {
    let expected = try #require(try await Self.lists(path, of: site)[feed])
    do {
      while states[feed] != expected.state {
        guard try await step() else { break }
      }
    } catch {
      Issue.record("\(feed) does not become what the page shows, after \(words)")
    }
    #expect(rows[feed] == expected.rows)
  }

  /// Applies the next event.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func step() async throws -> Bool {
    while let event = try await next() {
      // Events about the parts around the rows are skipped.
      if try take(event) { return true }
    }
    return false
  }

  /// Follows until a list has this count.
  func follow(_ feed: String, count: String) async throws {
    while summaries[feed]?.count != count {
      guard let event = try await next() else { throw Ended() }
      _ = try take(event)
    }
  }

  private struct Ended: Error {}

  /// Applies an event.
  ///
  /// - Returns: Whether it was about more than the parts around the rows.
  private func take(_ event: Event) throws -> Bool {
    let data = Data(event.data.utf8)
    switch event.name {
    case "summary":
      let changed = try JSONDecoder().decode(ChangedSummary.self, from: data)
      summaries[changed.feed] = changed.summary
      return false
    case "change": apply(try JSONDecoder().decode(Change.self, from: data))
    case "whole":
      let whole = try JSONDecoder().decode(Whole.self, from: data)
      rows[whole.feed] = whole.rows
      states[whole.feed] = whole.state
      if let summary = whole.summary { summaries[whole.feed] = summary }
      words.append("whole")
    default: words.append(event.name)
    }
    return true
  }

  private func apply(_ change: Change) {
    #expect(states[change.feed] == change.before)
    let old = rows[change.feed] ?? []
    let gone = Set(change.deleted + change.moved.map(\.from))
    #expect(gone.allSatisfy(old.indices.contains))
    var new = old.indices.filter { !gone.contains($0) }.map { old[$0] }
    let arrivals =
      change.inserted.map { ($0.at, $0.html) } + change.moved.map { ($0.to, $0.html) }
    for (index, html) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      #expect(index <= new.count)
      new.insert(html, at: min(index, new.count))
    }
    for update in change.updated {
      #expect(new.indices.contains(update.at))
      if new.indices.contains(update.at) { new[update.at] = update.html }
    }
    rows[change.feed] = new
    states[change.feed] = change.state
    words.append(change.words)
    if let summary = change.summary { summaries[change.feed] = summary }
  }
}
