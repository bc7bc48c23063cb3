import Diagnostics
import Testing

@testable import CodeGeneration

struct ManifestTests {
  private static let manifest: Manifest = {
    var manifest = Manifest()
    let key = Manifest.Key(models: ["../M"], template: "portable")
    manifest.files[key] = [
      "b.swift": .once, "a.swift": .always(.init(of: Array("abc\n".utf8))),
      "c.swift": .changing(from: .init(of: Array("abc".utf8)), to: .init(of: [])),
    ]
    manifest.files[Manifest.Key(models: ["../M"], template: "./own", configuration: "C")] = [
      "é/c": .once
    ]
    return manifest
  }()

  private static let text = """
    {
      "formatVersion": 1,
      "producers": [
        {
          "template": "./own",
          "configuration": "C",
          "models": [
            "../M"
          ],
          "files": {
            "é/c": "once"
          }
        },
        {
          "template": "portable",
          "models": [
            "../M"
          ],
          "files": {
            "a.swift": "4 6ea0ab18bad5b2f754682742756b00b4",
            "b.swift": "once",
            "c.swift": "4 6ea0ab18bad5b2f754682742756b00b4 0 \(ContentDigest.text(of: []))"
          }
        }
      ]
    }

    """

  @Test func theTextIsSorted() {
    #expect(Self.manifest.text == Self.text)
  }

  @Test func writtenManifestsAreReadBack() throws {
    #expect(try Manifest(Array(Self.text.utf8), path: "m") == Self.manifest)
  }

  @Test(arguments: [
    "", "[]", "{}", "{formatVersion: 0}", "{formatVersion: 1, producers: {}}",
    "{formatVersion: 1, producers: [{}]}",
    "{formatVersion: 1, producers: [{template: 't', models: [], files: {'a': 'never'}}]}",
    "{formatVersion: 1, producers: [{template: 't', models: [], files: {'a': 'x y'}}]}",
    "{formatVersion: 1, producers: [{template: 't', models: [], files: {'a': '1 x 2'}}]}",
    "{formatVersion: 1, producers: [{template: 't', models: [], files: {'a': '1 x y z'}}]}",
    "{formatVersion: 1, producers: [{template: 't', models: [], files: {'../a': 'once'}}]}",
    "{formatVersion: 1, producers: [{template: 't', models: [], files: {'/etc/passwd': 'once'}}]}",
    "<<<<<<< HEAD\n{formatVersion: 1, producers: []}",
  ])
  func brokenManifests(text: String) {
    #expect {
      try Manifest(Array(text.utf8), path: "m")
    } throws: { error in
      if case Manifest.Unreadable.broken = error { true } else { false }
    }
  }

  @Test func aLaterManifestIsNotCalledBroken() {
    #expect {
      try Manifest(Array("{formatVersion: 2, more: true}".utf8), path: "m")
    } throws: { error in
      if case Manifest.Unreadable.tooNew(let place) = error { place.line == 1 } else { false }
    }
  }

  /// Files that a hostile manifest names are not removed.
  @Test func aManifestNamesNoPathsOutside() throws {
    let scratch = try Scratch()
    let outside = try Scratch()
    try outside.write("abc", to: "file")
    let planning = try Planning(
      #"{name: "x", template: "t", each: "entity", file: "{{ entity.name }}"}"#
    )
    let survey = try FolderSurvey.of(scratch.path(), for: planning.plan)
    try survey.commit(pruning: false)
    let text = try scratch.read(Manifest.fileName)
    let record = #""3 065ed87d1aca241a8b3e786b29a14c54""#
    try FileSystem.link(scratch.path("link"), to: outside.path())
    try FileSystem.link(scratch.path("file"), to: outside.path("file"))
    let hostile = text.replacing(
      #""files": {"#,
      with: #""files": { "link/file": \#(record), "file": \#(record),"#
    )
    try scratch.write(hostile, to: Manifest.fileName)
    let again = try FolderSurvey.of(scratch.path(), for: planning.plan)
    #expect(again.stale.isEmpty)
    try again.commit(pruning: true)
    #expect(try outside.read("file") == "abc")
    #expect(scratch.exists("file"))
  }

  @Test func aBrokenManifestIsReplacedWithAWarning() throws {
    let scratch = try Scratch()
    try scratch.write("<<<<<<<", to: Manifest.fileName)
    let planning = try Planning(
      #"{name: "x", template: "t", each: "entity", file: "{{ entity.name }}"}"#
    )
    let survey = try FolderSurvey.of(scratch.path(), for: planning.plan)
    #expect(survey.diagnostics.map(\.severity) == [.warning])
    try survey.commit(pruning: true)
    #expect(try FolderSurvey.of(scratch.path(), for: planning.plan).diagnostics.isEmpty)

    try scratch.write("{formatVersion: 99}", to: Manifest.fileName)
    let newer = try FolderSurvey.of(scratch.path(), for: planning.plan)
    #expect(newer.hasErrors)
  }
}
