import Foundation
import RawHTTPClient
import Studio
import Testing

/// Pages and forms of the studio.
struct StudioTests {
  @Test("Each page shows its part of the model")
  func pages() async throws {
    let sample = try StudioSample()
    let pages: [(String, [String])] = [
      (
        "",
        ["<h1>Club</h1>", ">Player</a>", "Add entity", "(current)"].filter { $0 != "(current)" }
      ),
      (
        "entity/Player",
        [
          "<strong>number</strong> Integer 16", "inverse players", "SQLite: ZPLAYER", "ZNUMBER",
          "PostgreSQL: ",
        ]
      ),
      ("diagram", ["<svg", ">Team</text>"]),
      ("changes", ["Everything is saved."]),
      ("style.css", ["--ground"]), ("script.js", ["EventSource"]),
    ]
    for (path, parts) in pages {
      let answer = try await sample.get(path)
      #expect(answer.status == 200, "\(path)")
      for part in parts { #expect(answer.contains(part), "\(path): \(part)") }
    }
    #expect(try await sample.get("entity/Nobody").status == 404)
    #expect(try await sample.get("nothing").status == 404)
    await sample.studio.stop()
  }

  @Test("Forms edit, undo, redo, and save as Xcode writes")
  func edits() async throws {
    let sample = try StudioSample()
    let added = try await sample.post(
      "edit",
      [
        ("verb", "add"), ("kind", "attribute"), ("owner", "Team"), ("name", "founded"),
        ("was.type", ""), ("is.type", "Date"), ("back", "entity/Team"),
      ]
    )
    #expect(added.status == 303)
    #expect(added.contains("/entity/Team"))
    #expect(sample.contents == StudioSample.text)
    #expect(try await sample.get("changes").contains("attribute Team.founded added"))
    #expect(try await sample.get("changes").contains("add attribute Team.founded type=Date"))

    // Only differences from the rendered page are set.
    let changed = try await sample.post(
      "edit",
      [
        ("verb", "set"), ("kind", "attribute"), ("owner", "Team"), ("name", "founded"),
        ("was.optional", "yes"), ("was.default", ""), ("is.default", "2001-01-02"),
        ("was.type", "String"), ("is.type", "String"), ("back", "entity/Team"),
      ]
    )
    #expect(changed.status == 303)
    let line =
      "<attribute name=\"founded\" attributeType=\"Date\" defaultDateTimeInterval=\"86400\" "
      + "usesScalarValueType=\"NO\"/>"
    #expect(try await sample.post("undo", []).status == 303)
    #expect(try await sample.post("redo", []).status == 303)
    #expect(try await sample.post("save", []).status == 303)
    #expect(sample.contents.contains(line))
    #expect(try await sample.post("undo", []).status == 303)
    #expect(try await sample.post("undo", []).status == 303)
    #expect(try await sample.post("save", []).status == 303)
    #expect(sample.contents == StudioSample.text)
    await sample.studio.stop()
  }

  @Test("An edit that cannot be made is answered with the reason, and changes nothing")
  func refuses() async throws {
    let sample = try StudioSample()
    let answer = try await sample.post("command", [("line", "remove entity Team")])
    #expect(answer.status == 422)
    #expect(answer.contains("is still needed by &#39;Player.team&#39;"))
    #expect(try await sample.get("changes").contains("Everything is saved."))
    await sample.studio.stop()
  }

  @Test("A new version is made, edited and made current")
  func versions() async throws {
    let sample = try StudioSample()
    _ = try await sample.post("version", [("verb", "add"), ("name", "Club 2")])
    _ = try await sample.post(
      "edit",
      [
        ("verb", "rename"), ("kind", "attribute"), ("owner", "Team"), ("name", "city"),
        ("new", "town"), ("keep-data", "on"),
      ]
    )
    _ = try await sample.post("version", [("verb", "current"), ("name", "Club 2")])
    #expect(try await sample.post("save", []).status == 303)
    #expect(sample.contents == StudioSample.text)
    let second = sample.folder.appending(path: "Club.xcdatamodeld/Club 2.xcdatamodel/contents")
    let text = try String(contentsOf: second, encoding: .utf8)
    #expect(
      text.contains("name=\"town\" optional=\"YES\" attributeType=\"String\" elementID=\"city\"")
    )
    await sample.studio.stop()
  }

  @Test("A version that is removed by an edit is no change of the files")
  func removedVersion() async throws {
    let sample = try StudioSample()
    _ = try await sample.post("version", [("verb", "add"), ("name", "Club 2")])
    _ = try await sample.post("version", [("verb", "current"), ("name", "Club 2")])
    _ = try await sample.post("version", [("verb", "remove"), ("name", "Club")])
    try await Task.sleep(for: .milliseconds(700))
    #expect(!(try await sample.get("").contains("Another program has changed the files")))
    #expect(try await sample.post("save", []).status == 303)
    #expect(!FileManager.default.fileExists(atPath: sample.file.path))
    await sample.studio.stop()
  }

  @Test("Saving over a file that changed meanwhile is refused")
  func conflict() async throws {
    let sample = try StudioSample()
    _ = try await sample.post("command", [("line", "add entity Coach")])
    let other = StudioSample.text.replacing("city", with: "town")
    try Data(other.utf8).write(to: sample.file)
    let answer = try await sample.post("save", [])
    #expect(answer.status == 409)
    #expect(answer.contains("was changed by another program"))
    #expect(sample.contents == other)
    _ = try await sample.post("reload", [])
    #expect(try await sample.get("entity/Team").contains("<strong>town</strong>"))
    await sample.studio.stop()
  }

  @Test("A page that was rendered before a change is notified when it begins to follow")
  func lateFollower() async throws {
    let sample = try StudioSample()
    let page = try await sample.get("entity/Team")
    let address = try #require(page.firstMatch(of: /data-events="([^"]+)"/)?.output.1)
    _ = try await sample.post("command", [("line", "add entity Coach")])
    let late = try RawClient(port: sample.studio.port)
    await late.send("GET \(address) HTTP/1.1\r\nHost: \(sample.host)\r\n\r\n")
    #expect(try await late.receive { $0.contains("event: changed") }.contains("event: changed"))
    await sample.studio.stop()
  }

  @Test("Pages show a changed file within a second")
  func follows() async throws {
    let sample = try StudioSample()
    let client = try RawClient(port: sample.studio.port)
    await client.send("GET /\(sample.token)/events HTTP/1.1\r\nHost: \(sample.host)\r\n\r\n")
    _ = try await client.receive { $0.contains("\r\n\r\n") }
    let start = ContinuousClock.now
    try Data(StudioSample.text.replacing("city", with: "town").utf8).write(to: sample.file)
    let event = try await client.receive { $0.contains("event: changed") }
    #expect(event.contains("event: changed"))
    print("heard of a changed file after \(ContinuousClock.now - start)")
    #expect(try await sample.get("entity/Team").contains("<strong>town</strong>"))
    await sample.studio.stop()
  }
}
