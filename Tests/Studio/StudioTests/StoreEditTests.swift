import CoreData
import Foundation
import Studio
import Testing

/// Forms that edit a store.
struct StoreEditTests {
  private static let player = [("entity", "Player"), ("key", "p1")]

  /// A studio in which the store may be edited.
  private func scene(name: String = "Ann") throws -> (StudioStore, Studio) {
    let store = try StudioStore(name: name)
    let studio = try Studio(
      model: store.sample.model.path,
      store: store.url.path,
      editing: .afterBackup
    )
    return (store, studio)
  }

  private func stop(_ store: StudioStore, _ studio: Studio) async {
    await studio.stop()
    await store.stop()
  }

  @Test("Without --edit there is no form, and forms change nothing")
  func readOnly() async throws {
    let store = try StudioStore()
    for path in ["store/object/Player/p1", "store/entity/Player", "store"] {
      let page = try await store.get(path)
      #expect(!page.contains("/store/edit"), "\(path)")
      #expect(!page.contains("/store/save"), "\(path)")
    }
    #expect(try await store.get("store/changes").status == 404)
    for path in ["edit", "undo", "redo", "save", "discard"] {
      let answer = try await store.sample.post(
        "store/\(path)",
        [("verb", "delete")] + Self.player,
        of: store.studio
      )
      #expect(answer.status == 404, "\(path)")
    }
    #expect(try await store.get("store/entity/Player").contains("60 objects"))
    await store.stop()
  }

  @Test("An object is edited in a form, and saved after a copy that the page names")
  func edits() async throws {
    let (store, studio) = try scene()
    let page = try await store.sample.get("store/object/Player/p1", of: studio)
    #expect(page.contains("name=\"was.name\" value=\"Ann\""))
    #expect(page.contains("name=\"is.number\" value=\"0\""))
    let changed = try await store.sample.post(
      "store/edit",
      [
        ("verb", "set"), ("was.name", "Ann"), ("is.name", "Eve\r\nof Rome"), ("wasnone.name", "no"),
        ("was.number", "0"), ("is.number", "7"), ("was.photo", ""), ("is.photo", ""),
        ("wasnone.photo", "no"), ("none.photo", "on"),
      ] + Self.player,
      of: studio
    )
    #expect(changed.status == 303)
    #expect(changed.contains("/store/object/Player/p1"))
    let edits = try await store.sample.get("store/changes", of: studio)
    #expect(edits.contains("number: 0 → 7"))
    #expect(edits.contains("name: Ann → Eve\nof Rome"))
    // Another studio, which reads the file, does not see it yet.
    #expect(try await store.get("store/object/Player/p1").contains("<h1>Player 1: Ann</h1>"))
    #expect(try await store.sample.post("store/undo", [], of: studio).status == 303)
    #expect(try await store.sample.post("store/redo", [], of: studio).status == 303)
    #expect(try await store.sample.post("store/save", [], of: studio).status == 303)
    let saved = try await store.sample.get("store/changes", of: studio)
    #expect(saved.contains("Everything is saved."))
    #expect(saved.contains("Club-backup.sqlite"))
    #expect(try await store.get("store/object/Player/p1").contains("Eve\nof Rome"))
    #expect(try await store.get("store/value/Player/p1/photo").status == 404)
    await stop(store, studio)
  }

  @Test("Problems are shown at their field, with the text that was entered")
  func mistakes() async throws {
    let (store, studio) = try scene()
    let answer = try await store.sample.post(
      "store/edit",
      [
        ("verb", "set"), ("was.name", "Ann"), ("is.name", "<b>Eve</b>"), ("wasnone.name", "no"),
        ("was.number", "0"), ("is.number", "many"),
      ] + Self.player,
      of: studio
    )
    #expect(answer.status == 422)
    #expect(answer.contains("aria-describedby=\"problem-number\""))
    #expect(answer.contains("&#39;many&#39; is not a whole number from -32768 to 32767."))
    #expect(answer.contains("&lt;b&gt;Eve&lt;/b&gt;"))
    #expect(!answer.contains("<b>Eve"))
    let link = try await store.sample.post(
      "store/edit",
      [("verb", "link"), ("relationship", "team"), ("other", "Team 9")] + Self.player,
      of: studio
    )
    #expect(link.status == 422)
    #expect(link.contains("id=\"problem-team\""))
    for fields in [
      [("verb", "add"), ("entity", "Nobody")], [("verb", "drop")] + Self.player, [("verb", "set")],
      [("verb", "delete"), ("entity", "Player"), ("key", "p99")],
      [("verb", "delete"), ("entity", "Player"), ("key", "../../p1")],
      [("verb", "link"), ("relationship", "nothing"), ("other", "1")] + Self.player,
      [("verb", "move"), ("relationship", "team"), ("other", "1"), ("by", "9223372036854775807")]
        + Self.player,
    ] {
      let answer = try await store.sample.post("store/edit", fields, of: studio)
      #expect([422, 500].contains(answer.status), "\(answer.status) \(fields)")
    }
    #expect(
      try await store.sample.get("store/changes", of: studio).contains("Everything is saved.")
    )
    await stop(store, studio)
  }

  @Test("Forms of other sites, or without the token, change no store")
  func guarded() async throws {
    let (store, studio) = try scene()
    let fields = [("verb", "delete")] + Self.player
    for origin in ["http://evil.example", "null"] {
      let answer = try await store.sample.post("store/edit", fields, origin: origin, of: studio)
      #expect(answer.status == 403)
    }
    let answer = try await store.sample.post("store/edit", fields, token: "x", of: studio)
    #expect(answer.status == 403)
    #expect(try await store.sample.get("store/entity/Player", of: studio).contains("60 objects"))
    await stop(store, studio)
  }

  @Test("Two studios on one store do not write over each other's edits")
  func twoStudios() async throws {
    let (store, first) = try scene()
    let second = try Studio(model: nil, store: store.url.path, editing: .afterBackup)
    for (studio, name) in [(first, "First"), (second, "Second")] {
      let answer = try await store.sample.post(
        "store/edit",
        [("verb", "set"), ("was.name", "Ann"), ("is.name", name)] + Self.player,
        of: studio
      )
      #expect(answer.status == 303)
    }
    #expect(try await store.sample.post("store/save", [], of: first).status == 303)
    let refused = try await store.sample.post("store/save", [], of: second)
    #expect(refused.status == 409)
    for text in ["Ann", "Second", "First"] {
      #expect(refused.contains("<td>\(text)</td>"), "\(text)")
    }
    #expect(try await store.get("store/object/Player/p1").contains("<h1>Player 1: First</h1>"))
    _ = try await store.sample.post("store/discard", [], of: second)
    let page = try await store.sample.get("store/object/Player/p1", of: second)
    #expect(page.contains("<h1>Player 1: First</h1>"))
    await second.stop()
    await stop(store, first)
  }
}
