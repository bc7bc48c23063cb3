import Files
import Foundation
import ManagedModel
import ModelEditing
import ModelFiles
import Testing

/// Bundles that are edited in their files.
struct EditedBundleTests {
  /// A folder with a bundle of one version.
  private func withBundle(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let version = folder.appending(path: "Club.xcdatamodeld/Club.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(EditSample.text.utf8).write(to: version.appending(path: "contents"))
    try body(folder.appending(path: "Club.xcdatamodeld").path)
  }

  private func open(_ path: String) throws -> EditedBundle {
    try EditedBundle(try #require(ModelLoader().load(path).loaded))
  }

  private func edit(_ line: String) throws -> BundleEdit {
    try EditParser.parse(try EditLine.words(line))
  }

  @Test("A new version is a copy that later edits concern, and may become current")
  func addsVersion() throws {
    try withBundle { path in
      var bundle = try open(path)
      try bundle.apply([
        try edit("add version 'Club 2' current=yes"),
        try edit("rename attribute Team.city town --keep-data"),
      ])
      try bundle.save()
      let outcome = ModelLoader().load(path)
      #expect(outcome.loaded?.version.name == "Club 2")
      #expect(outcome.diagnostics.isEmpty)
      #expect(outcome.loaded?.model.entities.last?.attributes.first?.name == "town")
      let first = try FileReader().bytes(of: path + "/Club.xcdatamodel/contents")
      #expect(first == Array(EditSample.text.utf8))
      let current = try FileReader().bytes(of: path + "/.xccurrentversion")
      #expect(
        String(decoding: current, as: UTF8.self) == """
          <?xml version="1.0" encoding="UTF-8"?>
          <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
          <plist version="1.0">
          <dict>
          \t<key>_XCCurrentVersionName</key>
          \t<string>Club 2.xcdatamodel</string>
          </dict>
          </plist>

          """
      )
    }
  }

  @Test("A file that changed meanwhile is not written over")
  func conflict() throws {
    try withBundle { path in
      var bundle = try open(path)
      try bundle.apply([try edit("add entity Coach")])
      let file = path + "/Club.xcdatamodel/contents"
      let other = Array(EditSample.text.replacing("city", with: "town").utf8)
      try FileWriter().write(other, to: file)
      do throws(SaveProblem) {
        try bundle.save()
        Issue.record("it was saved")
      } catch {
        guard case .changedMeanwhile(file) = error else {
          Issue.record("\(error)")
          return
        }
      }
      #expect(try FileReader().bytes(of: file) == other)
      #expect(bundle.history.isChanged)
    }
  }

  @Test("Saving twice writes what is new")
  func savesTwice() throws {
    try withBundle { path in
      var bundle = try open(path)
      try bundle.apply([try edit("add entity Coach")])
      try bundle.save()
      #expect(bundle.changedFiles.isEmpty)
      try bundle.apply([try edit("add entity Cup")])
      try bundle.save()
      #expect(
        ModelLoader().load(path).loaded?.model.entities.map(\.name)
          == ["Coach", "Cup", "Person", "Player", "Team"]
      )
    }
  }

  @Test("A version is removed, unless it is current or edited")
  func removesVersion() throws {
    try withBundle { path in
      var bundle = try open(path)
      try bundle.apply([try edit("add version 'Club 2' current=yes")])
      try bundle.save()
      var again = try open(path)
      #expect(throws: EditProblem.self) { try again.apply([try edit("remove version 'Club 2'")]) }
      try again.apply([try edit("remove version Club")])
      try again.save()
      #expect(try BundleReader().read(path).versions.map(\.name) == ["Club 2"])
    }
  }

  @Test("A model is made from nothing")
  func new() throws {
    try withBundle { path in
      #expect(throws: EditProblem.self) { _ = try EditedBundle(newAt: path) }
      let path = path.replacing("Club.xcdatamodeld", with: "Made.xcdatamodeld")
      var bundle = try EditedBundle(newAt: path)
      try bundle.apply([
        try edit("add entity Note"), try edit("add attribute Note.text type=String"),
      ])
      try bundle.save()
      let outcome = ModelLoader().load(path)
      #expect(outcome.diagnostics.isEmpty)
      #expect(outcome.loaded?.model.entities.first?.attributes.first?.name == "text")
    }
  }

  @Test(
    "Names that would leave the bundle are refused",
    arguments: ["../x", "a/b", ".hidden", "club"]
  )
  func hostileNames(_ name: String) throws {
    try withBundle { path in
      var bundle = try open(path)
      #expect(throws: EditProblem.self) {
        try bundle.apply([.version(.add(name, from: nil, isCurrent: false))])
      }
    }
  }
}
