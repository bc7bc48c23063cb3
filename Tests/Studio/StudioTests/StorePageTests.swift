import CoreData
import Foundation
import RawHTTPClient
import Studio
import Testing

/// The pages of a store.
struct StorePageTests {
  @Test("Each page shows its part of the store")
  func pages() async throws {
    let store = try StudioStore()
    let pages: [(String, [String])] = [
      (
        "store",
        [
          "<h1>Store</h1>", "version &#39;Club&#39;", "61 of 2 entities", ">Player</a>",
          ">ZPLAYER<",
          "1 transaction, 61 changes",
        ]
      ),
      (
        "store/entity/Player",
        [
          "60 objects, page 1 of 2", ">Player 1</a>", "<td>Ann</td>", ">Team 1</a>",
          "picture, 70 bytes",
          "data-keys=\"name number photo team team.city team.players\"", ">Next</a>",
        ]
      ),
      ("store/entity/Player?page=2", ["page 2 of 2", "<td>Player 59</td>", ">Previous</a>"]),
      (
        "store/entity/Player?where=number%20%3E%2057&order=number&descending=yes",
        [
          "2 objects, page 1 of 1", "aria-sort=\"descending\"",
          "value=\"number &gt; 57\"",
        ]
      ),
      (
        "store/object/Player/p1",
        [
          "<h1>Player 1: Ann</h1>", "alt=\"photo of Player 1\"",
          ">Team 1</a> Rome".replacing(" Rome", with: ""),
        ]
      ),
      ("store/object/Team/p1", ["All 60 as a table", "and 40 more", ">Player 1</a> Ann"]),
      (
        "store/object/Team/p1/players?where=number%20%3C%202",
        ["<h1>players of Team 1</h1>", "2 objects, page 1 of 1"]
      ),
      ("store/history", [">1</a>", "<td>sample</td>"]),
      ("store/history/1", ["61 changes", "inserted", ">Player 60</a>"]),
      ("store/verification", ["61 objects of 2 entities", "There are none."]),
      ("", [">Store</a>", ">Overview</a>"]),
    ]
    for (path, parts) in pages {
      let answer = try await store.get(path)
      #expect(answer.status == 200, "\(path)")
      for part in parts { #expect(answer.contains(part), "\(path): \(part)") }
    }
    await store.stop()
  }

  @Test("A picture is shown, and all other bytes are a file")
  func values() async throws {
    let store = try StudioStore()
    let picture = try await store.get("store/value/Player/p1/photo")
    #expect(picture.contains("Content-Type: image/png"))
    #expect(!picture.contains("Content-Disposition"))
    let other = try await store.get("store/value/Player/p2/photo")
    #expect(other.contains("Content-Type: application/octet-stream"))
    #expect(other.contains("Content-Disposition: attachment"))
    #expect(other.contains("nosniff"))
    await store.stop()
  }

  @Test(
    "A missing object is not found",
    arguments: [
      "store/entity/Nobody", "store/object/Player/p99", "store/object/Nobody/p1",
      "store/object/Player/..%2F..%2Fp1", "store/object/Team/p1/nothing", "store/history/99",
      "store/history/x", "store/value/Player/p1/name", "store/value/Player/p9/photo",
      "store/nothing",
      "store/entity", "store/object/Player/p1/team/x", "store/history/-9223372036854775808",
    ]
  )
  func absent(_ path: String) async throws {
    let store = try StudioStore()
    #expect(try await store.get(path).status == 404)
    await store.stop()
  }

  @Test("A wrong condition is shown with its place, and the form again")
  func condition() async throws {
    let store = try StudioStore()
    let answer = try await store.get(
      "store/entity/Player?where=number%20%3E%201%20AND%20nmae%20%3D%3D%203"
    )
    #expect(answer.status == 200)
    #expect(answer.contains("&#39;nmae&#39; is not a property of &#39;Player&#39;."))
    #expect(answer.contains("Did you mean &#39;name&#39;?"))
    #expect(answer.contains("<pre>number &gt; 1 AND nmae == 3\n               ^</pre>"))
    #expect(answer.contains("value=\"number &gt; 1 AND nmae == 3\""))
    #expect(answer.contains("aria-invalid=\"true\""))
    await store.stop()
  }

  @Test("A store alone is shown by the model that it keeps")
  func alone() async throws {
    let store = try StudioStore(hasModel: false)
    let first = try await store.get("")
    #expect(first.status == 303)
    #expect(first.contains("/store\r\n"))
    #expect(try await store.get("store").contains("the model in the store"))
    #expect(try await store.get("store/entity/Player").contains("60 objects"))
    #expect(try await store.get("entity/Player").status == 404)
    #expect(try await store.get("diagram").status == 404)
    await store.stop()
  }

  @Test("Markup in values is text")
  func hostileValues() async throws {
    let store = try StudioStore(name: "<script>alert(1)</script>\"'&")
    for path in [
      "store/entity/Player", "store/object/Player/p1", "store/object/Team/p1",
      "store/entity/Player?where=%3Cscript%3E",
      "store/entity/Player?order=%3Cscript%3E&where=%22%27",
    ] {
      let answer = try await store.get(path)
      #expect(answer.status == 200, "\(path)")
      #expect(!answer.contains("<script>"), "\(path)")
      #expect(!answer.contains("alert(1)</script>"), "\(path)")
    }
    await store.stop()
  }

  @Test("A text of 64 MB does not make a page of that size")
  func largeText() async throws {
    let store = try StudioStore(name: String(repeating: "x", count: 64 << 20))
    for path in ["store/entity/Player", "store/object/Player/p1", "store/object/Team/p1"] {
      let answer = try await store.get(path)
      #expect(answer.status == 200)
      #expect(answer.utf8.count < 200_000, "\(path)")
    }
    #expect(try await store.get("store/entity/Player").contains("… (64.0 MB)"))
    await store.stop()
  }

  @Test("Pages of a store need the token, and take no forms")
  func guarded() async throws {
    let store = try StudioStore()
    for path in ["/store", "/x/store/entity/Player", "/store/value/Player/p1/photo"] {
      let answer = try await store.sample.exchange(
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(store.studio.port)\r\n",
        of: store.studio
      )
      #expect(answer.status == 403)
    }
    let token = store.studio.address.split(separator: "/").last ?? ""
    let posted = try await store.sample.exchange(
      "POST /\(token)/store/entity/Player HTTP/1.1\r\nHost: 127.0.0.1:\(store.studio.port)\r\n"
        + "Content-Length: 0\r\n",
      of: store.studio
    )
    #expect(posted.status == 405)
    let foreign = try await store.sample.exchange(
      "GET /\(token)/store HTTP/1.1\r\nHost: evil.example\r\n",
      of: store.studio
    )
    #expect(foreign.status == 421)
    await store.stop()
  }

  @Test("A store that disappears or is damaged is reported, and followed")
  func damage() async throws {
    let store = try StudioStore()
    #expect(try await store.get("store").status == 200)
    let bytes = try Data(contentsOf: store.url)
    try Data(bytes.prefix(5_000) + Data(repeating: 7, count: bytes.count - 5_000)).write(
      to: store.url
    )
    for path in ["store", "store/entity/Player", "store/verification"] {
      #expect([200, 500].contains(try await store.get(path).status), "\(path)")
    }
    try FileManager.default.removeItem(at: store.url)
    let gone = try await store.get("store")
    #expect(gone.status == 500)
    #expect(gone.contains("There is no such file."))
    try bytes.write(to: store.url)
    #expect(try await store.get("store/entity/Player").contains("60 objects"))
    await store.stop()
  }

  @Test("Pages show the saves of another program within a second")
  func follows() async throws {
    let store = try StudioStore()
    let token = store.studio.address.split(separator: "/").last ?? ""
    let client = try RawClient(port: store.studio.port)
    await client.send(
      "GET /\(token)/events HTTP/1.1\r\nHost: 127.0.0.1:\(store.studio.port)\r\n\r\n"
    )
    _ = try await client.receive { $0.contains("\r\n\r\n") }
    try StudioStore.withContext(of: store.sample, at: store.url) { context in
      let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      team.setValue("Oslo", forKey: "city")
      try context.save()
    }
    let event = try await client.receive { $0.contains("event: changed") }
    #expect(event.contains("event: changed"))
    #expect(try await store.get("store/entity/Team").contains("<td>Oslo</td>"))
    await store.stop()
  }
}
