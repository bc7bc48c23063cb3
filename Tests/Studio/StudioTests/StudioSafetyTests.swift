import BuiltPrograms
import Foundation
import RawHTTPClient
import Studio
import Testing

/// Requests that the studio refuses.
struct StudioSafetyTests {
  @Test(
    "Without the token no page is shown",
    arguments: [
      "/", "/wrong/", "/wrong/entity/Player", "/..%2f..%2fetc%2fpasswd", "/style.css", "//",
    ]
  )
  func token(_ path: String) async throws {
    let sample = try StudioSample()
    let answer = try await sample.exchange("GET \(path) HTTP/1.1\r\nHost: \(sample.host)\r\n")
    #expect(answer.status == 403 || answer.status == 400, "\(answer)")
    #expect(!answer.contains("Player"))
    await sample.studio.stop()
  }

  @Test(
    "A name that an attacker points to this machine is not answered",
    arguments: [
      "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80",
    ]
  )
  func rebinding(_ host: String) async throws {
    let sample = try StudioSample()
    #expect(try await sample.get("", host: host).status == 421)
    let without = try await sample.exchange("GET / HTTP/1.1\r\nHost: \(host)\r\n")
    #expect(without.status == 421)
    await sample.studio.stop()
  }

  @Test("Forms of other sites, or without the token, change nothing")
  func origin() async throws {
    let sample = try StudioSample()
    let fields = [("line", "add entity Coach")]
    #expect(try await sample.post("command", fields, origin: "http://evil.example").status == 403)
    #expect(try await sample.post("command", fields, origin: "null").status == 403)
    #expect(try await sample.post("command", fields, token: "x").status == 403)
    #expect(try await sample.get("save").status == 303)
    #expect(try await sample.get("changes").contains("Everything is saved."))
    await sample.studio.stop()
  }

  @Test(
    "Paths serve pages only",
    arguments: [
      "../contents", "entity/..%2F..%2Fetc%2Fpasswd", "entity/%00", "entity/Player/..",
      "assets/../../x",
    ]
  )
  func traversal(_ path: String) async throws {
    let sample = try StudioSample()
    let status = try await sample.get(path).status
    #expect([400, 403, 404].contains(status), "\(status)")
    await sample.studio.stop()
  }

  @Test("Markup in names is text on every page")
  func hostileNames() async throws {
    let name = "<script>alert(1)</script>\"'&"
    let escaped = "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&apos;&amp;"
    let text = StudioSample.text.replacing("\"Team\"", with: "\"\(escaped)\"")
      .replacing("\"city\"", with: "\"\(escaped)\"")
    let sample = try StudioSample(text)
    let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    for path in ["", "entity/\(encoded)", "entity/Player", "diagram", "changes"] {
      let answer = try await sample.get(path)
      #expect(answer.status == 200, "\(path)")
      #expect(!answer.contains("<script>"), "\(path)")
      #expect(!answer.contains("alert(1)</script>"), "\(path)")
    }
    await sample.studio.stop()
  }

  @Test("A model of ten thousand entities is shown")
  func large() async throws {
    let entities = (0..<10_000).map { number in
      "<entity name=\"E\(number)\" representedClassName=\"E\(number)\"><attribute name=\"a\" optional=\"YES\" "
        + "attributeType=\"String\"/></entity>"
    }.joined()
    let sample = try StudioSample(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model>\(entities)</model>"
    )
    let start = ContinuousClock.now
    let answer = try await sample.get("")
    print(
      "the page of 10,000 entities: \(answer.utf8.count) bytes after \(ContinuousClock.now - start)"
    )
    #expect(answer.status == 200)
    #expect(answer.contains(">E9999</a>"))
    await sample.studio.stop()
  }

  @Test("Models with cycles are shown with their problems")
  func circles() async throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model>
          <entity name="A" parentEntity="B"><relationship name="a" toMany="YES" destinationEntity="A" \
      inverseName="a" inverseEntity="A"/><attribute name="c" attributeType="Composite" composite="C"/></entity>
          <entity name="B" parentEntity="A"/>
          <entity name="S" parentEntity="S"/>
          <composite name="C"><attribute name="d" attributeType="Composite" composite="D"/></composite>
          <composite name="D"><attribute name="c" attributeType="Composite" composite="C"/></composite>
      </model>
      """
    let sample = try StudioSample(text)
    for path in ["", "entity/A", "entity/B", "entity/S", "composite/C", "diagram", "changes"] {
      let answer = try await sample.get(path)
      #expect(answer.status == 200, "\(path)")
    }
    #expect(try await sample.get("").contains("<strong>error: </strong>"))
    await sample.studio.stop()
  }

  /// A model with an attribute whose default and user info are long texts.
  private func model(withTextOf count: Int) -> String {
    let long = String(repeating: "x", count: count)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model><entity name=\"Team\">"
      + "<attribute name=\"city\" optional=\"YES\" attributeType=\"String\" defaultValueString=\""
      + long
      + "\"><userInfo><entry key=\"note\" value=\"" + long + "\"/></userInfo></attribute>"
      + "<userInfo><entry key=\"documentation\" value=\"" + long
      + "\"/></userInfo></entity></model>"
  }

  @Test("Long texts in a model do not make pages of that size, and stay in it")
  func longTexts() async throws {
    let sample = try StudioSample(model(withTextOf: 2 << 20))
    for path in ["", "entity/Team", "diagram", "changes"] {
      let answer = try await sample.get(path)
      #expect(answer.status == 200, "\(path)")
      #expect(answer.utf8.count < 100_000, "\(path): \(answer.utf8.count)")
    }
    #expect(try await sample.get("entity/Team").contains("2097152 characters"))
    _ = try await sample.post(
      "edit",
      [
        ("verb", "set"), ("kind", "attribute"), ("owner", "Team"), ("name", "city"),
        ("was.optional", "yes"),
      ]
    )
    #expect(try await sample.post("save", []).status == 303)
    #expect(sample.contents.utf8.count > 6 << 20)
    await sample.studio.stop()
  }

  @Test("A model with texts of 64 MB is refused")
  func tooLongTexts() {
    #expect(throws: (any Error).self) { try StudioSample(model(withTextOf: 64 << 20)) }
  }

  @Test("Requests and forms that no browser sends are refused, and the studio continues")
  func strangeRequests() async throws {
    let sample = try StudioSample()
    let token = sample.token
    for head in [
      "DELETE /\(token)/ HTTP/1.1\r\nHost: \(sample.host)\r\n",
      "PUT /\(token)/save HTTP/1.1\r\nHost: \(sample.host)\r\n", "GET /\(token)/ HTTP/1.1\r\n",
      "POST /\(token)/edit HTTP/1.1\r\nHost: \(sample.host)\r\nOrigin: http://\(sample.host)\r\n"
        + "Content-Type: text/plain\r\nContent-Length: 0\r\n",
      "POST /\(token)/edit HTTP/1.1\r\nHost: \(sample.host)\r\nOrigin: http://\(sample.host)\r\n"
        + "Content-Length: 99999999999\r\n",
    ] {
      let status = try await sample.exchange(head).status
      #expect((400..<500).contains(status), "\(status): \(head)")
    }
    for fields in [
      [("verb", "add")], [("verb", "drop"), ("kind", "entity"), ("name", "Team")],
      [("verb", "set"), ("kind", "attribute"), ("owner", "Nobody"), ("name", "x"), ("was.a", "1")],
      [("verb", "set"), ("kind", "info"), ("key", "x")],
      [("verb", "rename"), ("kind", "constraint"), ("members", "")],
      [("verb", "add"), ("kind", "compound-index"), ("owner", "")],
      [("verb", "remove"), ("kind", "model")],
      [
        ("verb", "set"), ("kind", "entity"), ("name", "Team"), ("was.parent", ""),
        ("is.parent", "Team"),
      ],
    ] {
      let answer = try await sample.post("edit", fields)
      #expect(answer.status == 422, "\(answer.status): \(fields)")
    }
    #expect(try await sample.get("changes").contains("Everything is saved."))
    await sample.studio.stop()
  }

  @Test("Pages refer to no other host")
  func noOtherMachine() async throws {
    let store = try StudioStore(name: "http://evil.example/x.png")
    for path in [
      "", "entity/Player", "diagram", "changes", "store", "store/entity/Player",
      "store/object/Player/p1", "store/history", "style.css", "script.js", "icon.svg",
    ] {
      let page = try await store.get(path)
      #expect(page.status == 200, "\(path)")
      for match in page.matches(of: /(?:src|href|action)="([^"]*)"/) {
        let address = match.output.1
        #expect(
          address.hasPrefix("/") && !address.hasPrefix("//") || address.hasPrefix("#"),
          "\(address)"
        )
      }
      #expect(!page.contains("url("), "\(path)")
      #expect(!page.contains("@import"), "\(path)")
    }
    await store.stop()
  }

  @Test(
    "The program prints its address and nothing of the store, and ends with SIGTERM",
    .enabled(if: BuiltPrograms.path(of: "momgen-studio") != nil)
  )
  func output() async throws {
    let store = try StudioStore(name: "Secret Name")
    let process = Process()
    process.executableURL = URL(
      filePath: try #require(BuiltPrograms.path(of: "momgen-studio"))
    )
    process.arguments = [store.sample.model.path, store.url.path, "0", "", "closed", "edit"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let match = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\/([a-z0-9]+)\//))
    let (port, token) = (try #require(UInt16(match.output.1)), match.output.2)
    for path in [
      "store/object/Player/p1", "store/entity/Player?where=name%20%3D%3D", "store/changes",
    ] {
      let client = try RawClient(port: port)
      let answer = try await client.exchange(
        "GET /\(token)/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
      )
      #expect(answer.status == 200, "\(path)")
    }
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    #expect(
      line == "The studio is at http://127.0.0.1:\(port)/\(token)/ until Ctrl-C is pressed.\n"
    )
    #expect(rest.isEmpty)
    #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    await store.stop()
  }

  @Test("Headers keep pages to themselves")
  func headers() async throws {
    let sample = try StudioSample()
    for path in ["", "diagram", "changes"] {
      let answer = try await sample.get(path)
      #expect(answer.contains("default-src 'none'"))
      #expect(answer.contains("frame-ancestors 'none'"))
      #expect(answer.contains("nosniff"))
    }
    await sample.studio.stop()
  }

  @Test("Two studios on one file do not write over each other's edits")
  func twoStudios() async throws {
    let first = try StudioSample()
    let second = try StudioSample(beside: first)
    _ = try await first.post("command", [("line", "add entity Coach")])
    _ = try await second.post("command", [("line", "add entity Cup")])
    #expect(try await first.post("save", []).status == 303)
    #expect(try await second.post("save", []).status == 409)
    #expect(first.contents.contains("Coach"))
    #expect(!first.contents.contains("Cup"))
    // The second one reloads the files, and has to repeat its edit.
    _ = try await second.post("reload", [])
    _ = try await second.post("command", [("line", "add entity Cup")])
    #expect(try await second.post("save", []).status == 303)
    #expect(first.contents.contains("Coach"))
    #expect(first.contents.contains("Cup"))
    await second.studio.stop()
    await first.studio.stop()
  }
}
