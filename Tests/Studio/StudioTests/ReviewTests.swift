import BuiltPrograms
import Foundation
import Studio
import Testing

/// Reviews of edits, versions and revisions, and user info in forms.
struct ReviewTests {
  private func studio(over sample: StudioSample) throws -> Studio? {
    guard let generator = BuiltPrograms.path(of: "momgen") else { return nil }
    return try Studio(model: sample.model.path, generator: generator)
  }

  @Test("Edits that are not saved are reviewed with their SQL, and nothing is left behind")
  func unsaved() async throws {
    let sample = try StudioSample()
    guard let studio = try studio(over: sample) else { return }
    let edited = try await sample.post(
      "command",
      [("line", "add attribute Team.coach type=String optional=yes")],
      of: studio
    )
    #expect(edited.status == 303)
    #expect(try await sample.get("changes", of: studio).contains("review?unsaved=yes"))
    let before = try temporaryFolders()
    let answer = try await sample.get("review?unsaved=yes", of: studio)
    #expect(answer.status == 200, "\(answer.suffix(1_000))")
    #expect(answer.contains("Club, saved → Club"))
    #expect(answer.contains("ADD COLUMN"))
    #expect(answer.contains("coach"))
    #expect(try temporaryFolders() == before)
    #expect(sample.contents == StudioSample.text)
    await studio.stop()
    await sample.studio.stop()
  }

  private func temporaryFolders() throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.path
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("studio-") && $0.utf8.count == "studio-XXXXXX".utf8.count }.sorted()
  }

  @Test("The saved model is reviewed against a revision, and a wrong revision is reported")
  func revision() async throws {
    let sample = try StudioSample()
    for words in [
      ["init", "-q"], ["add", "."],
      ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"],
    ] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["git", "-C", sample.folder.path] + words
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    try Data(StudioSample.text.replacing("\"city\"", with: "\"town\"").utf8).write(to: sample.file)
    guard let studio = try studio(over: sample) else { return }
    #expect(try await sample.get("", of: studio).contains("name=\"base\""))
    let answer = try await sample.get("review?base=HEAD", of: studio)
    #expect(answer.status == 200)
    #expect(answer.contains("town"))
    for revision in ["nowhere", "--output=x", "HEAD%3B%20touch%20x", "%3Cscript%3E"] {
      let wrong = try await sample.get("review?base=\(revision)", of: studio)
      #expect(wrong.status == 422, "\(revision)")
      #expect(wrong.contains("<h1>No review</h1>"))
      #expect(!wrong.contains("<script>"))
    }
    #expect(!FileManager.default.fileExists(atPath: sample.folder.appending(path: "x").path))
    await studio.stop()
    await sample.studio.stop()
  }

  private func git(_ sample: StudioSample, _ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let author = ["-c", "user.name=a", "-c", "user.email=a@b"]
    process.arguments = ["git", "-C", sample.folder.path] + author + words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(words)")
  }

  @Test(
    "One branch is reviewed against another, also since the merge base, and another model against this one"
  )
  func branches() async throws {
    let sample = try StudioSample()
    try git(sample, "init", "-q", "-b", "main")
    try git(sample, "add", ".")
    try git(sample, "commit", "-qm", "one")
    try git(sample, "checkout", "-qb", "topic")
    let coach = "<attribute name=\"coach\" optional=\"YES\" attributeType=\"String\"/>"
    let marker = "<attribute name=\"city\""
    try Data(StudioSample.text.replacing(marker, with: coach + marker).utf8).write(to: sample.file)
    try git(sample, "commit", "-qam", "topic")
    try git(sample, "checkout", "-q", "main")
    try Data(StudioSample.text.replacing("\"city\"", with: "\"town\"").utf8).write(to: sample.file)
    try git(sample, "commit", "-qam", "main")
    guard let studio = try studio(over: sample) else { return }
    let both = try await sample.get("review?base=main&head=topic", of: studio)
    #expect(both.status == 200)
    for text in ["coach", "town", "ADD COLUMN"] { #expect(both.contains(text), "\(text)") }
    let parted = try await sample.get("review?base=main&head=topic&merge-base=on", of: studio)
    #expect(parted.status == 200)
    #expect(parted.contains("coach"))
    #expect(!parted.contains("town"))
    // Files, and other inputs.
    let other = sample.folder.appending(path: "Other.xcdatamodeld")
    try FileManager.default.copyItem(at: sample.model, to: other)
    let version = other.appending(path: "Club.xcdatamodel/contents")
    try Data(StudioSample.text.utf8).write(to: version)
    let path = other.path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let files = try await sample.get("review?with=\(path)", of: studio)
    #expect(files.status == 200)
    #expect(files.contains("town"))
    for path in ["%2Fetc%2Fpasswd", "nothing", "--output%3Dx"] {
      let wrong = try await sample.get("review?with=\(path)", of: studio)
      #expect(wrong.status == 422, "\(path)")
      #expect(!wrong.contains("root:"))
    }
    await studio.stop()
    await sample.studio.stop()
  }

  @Test("User info of entities and properties is added, changed and removed")
  func userInfo() async throws {
    let sample = try StudioSample()
    let owners = [("", "Team"), ("Team", "city"), ("Team", "players")]
    for (owner, name) in owners {
      let part = [("verb", "set"), ("kind", "info"), ("owner", owner), ("name", name)]
      let added = try await sample.post("edit", part + [("key", "note"), ("value", "of \(name)")])
      #expect(added.status == 303)
    }
    let page = try await sample.get("entity/Team")
    for (_, name) in owners { #expect(page.contains("value=\"of \(name)\""), "\(name)") }
    let city = [("verb", "set"), ("kind", "info"), ("owner", "Team"), ("name", "city")]
    _ = try await sample.post("edit", city + [("was.note", "of city"), ("is.note", "other")])
    let players = [("verb", "set"), ("kind", "info"), ("owner", "Team"), ("name", "players")]
    _ = try await sample.post("edit", players + [("was.note", "of players"), ("is.note", "")])
    #expect(try await sample.post("save", []).status == 303)
    #expect(sample.contents.contains("<entry key=\"note\" value=\"of Team\"/>"))
    #expect(sample.contents.contains("<entry key=\"note\" value=\"other\"/>"))
    #expect(!sample.contents.contains("of players"))
    await sample.studio.stop()
  }
}
