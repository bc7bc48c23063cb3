import Foundation
import Testing

@testable import momgen

struct AdoptVerbTests {
  private static let before = "import CoreData\r\n\r\n@objc(A)\r\nclass A: NSManagedObject {}\r\n"
  private static let after =
    "import CoreData\r\n\r\n#if canImport(ObjectiveC)\r\n@objc(A)\r\n#endif\r\nclass A: NSManagedObject {}\r\n"

  @Test func rewritesFilesOnce() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.before, to: "Sources/M/A.swift")
    let other = try scratch.write("let a = 1", to: "Sources/M/B.swift")
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: other)
    let run = Run("adopt", scratch.path("Sources"))
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.output == "\(path): adopted objective-c\n")
    #expect(try scratch.read("Sources/M/A.swift") == Self.after)
    let second = Run("adopt", scratch.path("Sources"))
    #expect(second.output + second.errorOutput == "" && second.exitCode == 0)
    let date = try FileManager.default.attributesOfItem(atPath: other)[.modificationDate] as? Date
    #expect(date == past)
  }

  @Test func checkWritesNothing() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.before, to: "A.swift")
    let run = Run("adopt", "--check", path)
    #expect(run.exitCode == 1)
    #expect(
      run.errorOutput
        == "\(path):3:1: warning: '@objc' needs Objective-C [adopt-objective-c]\n  hint: 'momgen adopt' edits it\n"
    )
    #expect(try scratch.read("A.swift") == Self.before)
    let annotations = Run("adopt", "--check", "--diagnostics", "github", path)
    #expect(annotations.output.hasPrefix("::warning file=") && annotations.exitCode == 1)
    #expect(Run("adopt", "--check", "--skip", "objective-c", path).exitCode == 0)
  }

  @Test func diffWritesNothing() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.before.replacing("\r\n", with: "\n"), to: "A.swift")
    let run = Run("adopt", "--diff", path)
    #expect(run.exitCode == 1)
    #expect(run.output.contains("\n+#if canImport(ObjectiveC)\n @objc(A)\n+#endif\n"))
    #expect(run.output.hasSuffix("This was a dry run: nothing was changed.\n"))
    #expect(!(try scratch.read("A.swift")).contains("#if"))
  }

  @Test func outputTakesAllFiles() throws {
    let scratch = try Scratch()
    try scratch.write(Self.before, to: "Sources/M/A.swift")
    try scratch.write("let a = 1", to: "Sources/B.swift")
    let run = Run("adopt", scratch.path("Sources"), "--output", scratch.path("Out"))
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(try scratch.read("Out/M/A.swift") == Self.after)
    #expect(try scratch.read("Out/B.swift") == "let a = 1")
    #expect(try scratch.read("Sources/M/A.swift") == Self.before)
  }

  @Test(arguments: [
    ("A.swift", "class A {\n", 3, "'{' is not closed"),
    ("A.swift", "let a = \"\n", 3, "a string literal is not terminated"),
    ("A.m", "@interface A\n", 3, "the file is not a Swift source"),
    (
      "A.swift", "func f() {}\nextension B { override func f() {} }\n", 1,
      "overridden in an extension"
    ),
  ])
  func badSources(_ name: String, _ text: String, _ status: Int32, _ message: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(text, to: name)
    let run = Run("adopt", path)
    #expect(run.exitCode == status)
    #expect(
      run.errorOutput.contains(path) && run.errorOutput.contains(message),
      "\(run.errorOutput)"
    )
    #expect(try scratch.read(name) == text)
  }

  @Test func missingWords() throws {
    let scratch = try Scratch()
    #expect(Run("adopt", scratch.path("none")).exitCode == 3)
    #expect(Run("adopt", "--skip", "nothing", scratch.path("")).exitCode == 2)
    #expect(Run("adopt", "--check", "--diff", scratch.path("")).exitCode == 2)
  }

  /// An override of a generated class is moved into a new class of the sources, and the model is edited.
  @Test func generatedClasses() throws {
    let scratch = try Scratch()
    let contents = "M.xcdatamodeld/M.xcdatamodel/contents"
    let model = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
          <entity name="Base" representedClassName="Base" isAbstract="YES" syncable="YES" codeGenerationType="class"/>
          <entity name="Team" representedClassName="Team" parentEntity="Base" syncable="YES" codeGenerationType="class"/>
      </model>

      """
    try scratch.write(model, to: contents)
    let text = "import CoreData\n\nextension Team {\n  override func willSave() {}\n}\n"
    try scratch.write(text, to: "Sources/Team.swift")
    let words = ["adopt", scratch.path("Sources"), "--model", scratch.path("M.xcdatamodeld")]
    let check = Run(words: words + ["--check"])
    #expect(check.exitCode == 1)
    #expect(check.errorOutput.contains("\(scratch.path(contents)):4:"), "\(check.errorOutput)")
    #expect(try scratch.read(contents) == model)
    let diff = Run(words: words + ["--diff"])
    #expect(diff.output.contains("codeGenerationType=\"category\""), "\(diff.output)")
    let run = Run(words: words)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    let after = model.replacing(
      "Base\" syncable=\"YES\" codeGenerationType=\"class\"",
      with: "Base\" syncable=\"YES\" codeGenerationType=\"category\""
    )
    #expect(try scratch.read(contents) == after)
    #expect(
      try scratch.read("Sources/Team.swift")
        == "import CoreData\n\n#if canImport(ObjectiveC)\n@objc(Team)\n#endif\npublic class Team: Base {\n  override func willSave() {}\n}\n\nextension Team {\n}\n"
    )
    let second = Run(words: words)
    #expect(second.output == "" && second.exitCode == 0, "\(second.output)")
  }

  /// The edited model is copied too, with its path relative to the sources.
  @Test(arguments: ["M.xcdatamodeld", "Sources/Data/M.xcdatamodeld"])
  func copiesOfModels(_ bundle: String) throws {
    let scratch = try Scratch()
    let model = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
          <entity name="Team" representedClassName="Team" syncable="YES" codeGenerationType="class"/>
      </model>

      """
    let old = model.replacing("Team", with: "Club")
    try scratch.write(model, to: "\(bundle)/M 2.xcdatamodel/contents")
    try scratch.write(old, to: "\(bundle)/M.xcdatamodel/contents")
    let current = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>M 2.xcdatamodel</string></dict></plist>

      """
    try scratch.write(current, to: "\(bundle)/.xccurrentversion")
    let text = "import CoreData\n\nextension Team {\n  override func willSave() {}\n}\n"
    try scratch.write(text, to: "Sources/Team.swift")
    let words = ["adopt", scratch.path("Sources"), "--model", scratch.path(bundle)]
    let run = Run(words: words + ["--output", scratch.path("Out")])
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    let copy = bundle.replacing("Sources/", with: "")
    #expect(run.output.hasPrefix("\(scratch.path("Out/" + copy)): the code"), "\(run.output)")
    #expect(
      try scratch.read("Out/\(copy)/M 2.xcdatamodel/contents")
        == model.replacing("Type=\"class\"", with: "Type=\"category\"")
    )
    #expect(try scratch.read("Out/\(copy)/M.xcdatamodel/contents") == old)
    #expect(try scratch.read("Out/\(copy)/.xccurrentversion") == current)
    #expect(try scratch.read("Out/Team.swift").contains("public class Team: NSManagedObject {"))
    #expect(try scratch.read("\(bundle)/M 2.xcdatamodel/contents") == model)
    #expect(try scratch.read("Sources/Team.swift") == text)
    let again = ["adopt", scratch.path("Out"), "--model", scratch.path("Out/" + copy)]
    let second = Run(words: again)
    #expect(second.output == "" && second.exitCode == 0, "\(second.output)\(second.errorOutput)")
  }

  /// Literals for the sets of generated classes, in sources whose classes are those of Xcode.
  @Test(arguments: [true, false]) func literalsOfGeneratedClasses(_ hasClasses: Bool) throws {
    let scratch = try Scratch()
    let model = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
          <entity name="Team" representedClassName="Team" syncable="YES" codeGenerationType="class">
              <relationship name="fans" optional="YES" toMany="YES" destinationEntity="Team" inverseName="fans" inverseEntity="Team"/>
              <relationship name="line" optional="YES" toMany="YES" ordered="YES" destinationEntity="Team" inverseName="line" inverseEntity="Team"/>
          </entity>
      </model>

      """
    try scratch.write(model, to: "M.xcdatamodel/contents")
    let text = """
      import CoreData
      func f(_ t: Team) {
        t.fans = [t]
        t.addToFans([t])
        t.removeFromFans([t, t])
        t.line = [t]
        t.addToLine([t])
        t.addToFans(t)
      }

      """
    let managed = "class A: NSManagedObject {\n  @NSManaged var a: Int\n}\n"
    try scratch.write(text + (hasClasses ? managed : ""), to: "Sources/A.swift")
    let run = Run("adopt", scratch.path("Sources"), "--model", scratch.path("M.xcdatamodel"))
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    let edited = text.replacing("fans = [t]", with: "fans = NSSet(array: [t])")
      .replacing("addToFans([t])", with: "addToFans(NSSet(array: [t]))")
      .replacing("Fans([t, t])", with: "Fans(NSSet(array: [t, t]))")
    #expect(try scratch.read("Sources/A.swift") == (hasClasses ? edited + managed : text))
  }

  /// A copy of a model in its own folder would overwrite the model: nothing is written.
  @Test func modelsInTheFolderOfCopies() throws {
    let scratch = try Scratch()
    let contents = "Out/M.xcdatamodel/contents"
    let model = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
          <entity name="Team" representedClassName="Team" syncable="YES" codeGenerationType="class"/>
      </model>

      """
    try scratch.write(model, to: contents)
    let text = "import CoreData\n\nextension Team {\n  override func willSave() {}\n}\n"
    try scratch.write(text, to: "Sources/Team.swift")
    let words = ["adopt", scratch.path("Sources"), "--model", scratch.path("Out/M.xcdatamodel")]
    let run = Run(words: words + ["-o", scratch.path("Out")])
    #expect(run.exitCode == 2 && run.errorOutput.contains("in the folder itself"), "\(run.output)")
    #expect(try scratch.read(contents) == model)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("Out/Team.swift")))
  }

  /// Positions are computed in time that does not depend on the length of the line.
  @Test func placesInLongLines() throws {
    let scratch = try Scratch()
    let line = "/* é */ let a = [" + String(repeating: "#keyPath(A.b), ", count: 20_000) + "]\n"
    let text = "\u{FEFF}@objc class A: NSManagedObject { @NSManaged var b: Int }\n" + line
    let path = try scratch.write(text, to: "A.swift")
    let output = Run("adopt", "--check", path).errorOutput
    #expect(output.contains("\(path):2:18: warning: '#keyPath'"))
    #expect(output.contains("\(path):2:\(18 + 15 * 19_999): warning: '#keyPath'"))
    // A byte order mark takes no column.
    #expect(output.hasPrefix("\(path):1:1: warning: '@objc'"))
  }

  /// Without a companion the symbols are undefined; a note points at the first of them.
  @Test func missingCompanions() throws {
    let scratch = try Scratch()
    let text = "import CoreData\nclass A: NSManagedObject {\n  @NSManaged var b: String?\n}\n"
    let path = try scratch.write(text, to: "Sources/A/A.swift")
    let run = Run("adopt", "--check", scratch.path("Sources/A"))
    #expect(run.exitCode == 0)
    #expect(run.errorOutput.hasPrefix("\(path):3:3: note: the accessors"), "\(run.errorOutput)")
    try scratch.write("let plugin = \"GenerateModel\"\n", to: "Package.swift")
    #expect(Run("adopt", "--check", scratch.path("Sources/A")).errorOutput == "")
    try scratch.write("// none\n", to: "Package.swift")
    #expect(Run("adopt", "--check", scratch.path("Sources/A")).errorOutput != "")
    let companion = scratch.path("Sources/A/Companions.swift")
    #expect(
      Run("generate", "--companions", scratch.path("Sources/A"), "-o", companion).exitCode == 0
    )
    #expect(Run("adopt", "--check", scratch.path("Sources/A")).errorOutput == "")
  }

  @Test func importedSources() throws {
    let scratch = try Scratch()
    let kit = try scratch.write(
      "class A: NSManagedObject { @NSManaged var b: Int }\n",
      to: "Kit/A.swift"
    )
    let own = try scratch.write("import Kit\nlet a = #keyPath(A.b)\n", to: "M/B.swift")
    #expect(Run("adopt", "--check", own).exitCode == 1)
    #expect(Run("adopt", own, "--imported", scratch.path("Kit")).output.contains("key-paths"))
    #expect(try scratch.read("M/B.swift") == "import Kit\nlet a = \"b\"\n")
    #expect(Run("adopt", own, "--imported", "Kit=\(kit)").exitCode == 0)
    #expect(Run("adopt", own, "--imported", scratch.path("none")).exitCode == 3)
  }

  /// Various files that are not Swift: nothing is changed.
  @Test(arguments: [
    [UInt8]("let a = 1\n".utf8) + [0xFF, 0xFE], Array("}\n".utf8),
    Array("@objc class A { /* \n".utf8), Array("let a = #\"b\n".utf8), [0xC3],
  ])
  func hostileBytes(_ bytes: [UInt8]) throws {
    let scratch = try Scratch()
    let path = scratch.path("A.swift")
    try Data(bytes).write(to: URL(filePath: path))
    let run = Run("adopt", path)
    #expect(run.exitCode == 3 && run.errorOutput.contains(path), "\(run.errorOutput)")
    #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == bytes)
  }

  /// Edits use the line endings of the surrounding lines.
  @Test func mixedLineEndings() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      "@objc class A {}\r\n@objc class B {}\n@objc class C {}\r",
      to: "A.swift"
    )
    #expect(Run("adopt", path).exitCode == 0)
    #expect(
      try scratch.read("A.swift")
        == "#if canImport(ObjectiveC)\r\n@objc\r\n#endif\r\nclass A {}\r\n"
        + "#if canImport(ObjectiveC)\n@objc\n#endif\nclass B {}\n"
        + "#if canImport(ObjectiveC)\r@objc\r#endif\rclass C {}\r"
    )
  }

  /// Each class is checked against the model with its entity, and each model is edited.
  @Test(arguments: [true, false]) func severalModels(_ isConfigured: Bool) throws {
    let scratch = try Scratch()
    for name in ["Team", "Song"] {
      try scratch.write(
        "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
          + "<entity name=\"\(name)\" representedClassName=\"\(name)\" codeGenerationType=\"class\">"
          + "<attribute name=\"of\(name)\" optional=\"YES\" attributeType=\"String\"/></entity></model>\n",
        to: "\(name)s.xcdatamodel/contents"
      )
    }
    try scratch.write(
      "extension Team { override func willSave() {} }\nextension Song { override func willSave() {} }\n"
        + "let a = #keyPath(Team.ofTeam)\nlet b = #keyPath(Song.ofSong)\nlet c = #keyPath(Song.ofTeam)\n",
      to: "Sources/A.swift"
    )
    try scratch.write(
      #"{"sources": ["Sources"], "models": [{"path": "Teams.xcdatamodel"}, {"path": "Songs.xcdatamodel"}]}"#,
      to: "momgen.json"
    )
    let models = ["Teams", "Songs"].flatMap { ["--model", scratch.path("\($0).xcdatamodel")] }
    let run =
      isConfigured
      ? try Run(below: scratch.folder, "adopt")
      : Run(words: ["adopt", scratch.path("Sources")] + models)
    guard let run else { return }
    #expect(run.exitCode == 1, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("have a property 'ofTeam'"), "\(run.errorOutput)")
    let text = try scratch.read("Sources/A.swift")
    #expect(text.contains("public class Team: NSManagedObject {"), "\(text)")
    #expect(text.contains("let a = \"ofTeam\"\nlet b = \"ofSong\"\nlet c = #keyPath"), "\(text)")
    for name in ["Team", "Song"] {
      let contents = try scratch.read("\(name)s.xcdatamodel/contents")
      #expect(contents.contains("codeGenerationType=\"category\""))
    }
    let versioned = Run(
      words: ["adopt", scratch.path("Sources"), "--model-version", "1"] + models
    )
    #expect(versioned.exitCode == 2)
  }

  /// A byte order mark takes no column.
  @Test func columnsBehindByteOrderMark() throws {
    let scratch = try Scratch()
    let path = try scratch.write("\u{FEFF}@objc class A {}\n@objc class B {}\n", to: "A.swift")
    let run = Run("adopt", "--check", path)
    #expect(run.errorOutput.contains("\(path):1:1: warning"), "\(run.errorOutput)")
    #expect(run.errorOutput.contains("\(path):2:1: warning"), "\(run.errorOutput)")
    #expect(Run("adopt", path).exitCode == 0)
    let adopted = try Data(contentsOf: URL(filePath: path))
    #expect(adopted.starts(with: "\u{FEFF}#if canImport(ObjectiveC)\n@objc\n#endif\n".utf8))
  }

  /// Key paths are checked against a model.
  @Test func modelsCheckKeyPaths() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      "let a = #keyPath(Team.players.email)\nlet b = #keyPath(Team.plyers)\n",
      to: "A.swift"
    )
    let run = Run("adopt", path, "--model", SampleModel.path("League"))
    #expect(run.exitCode == 1)
    #expect(
      run.errorOutput.contains(":2:9: warning: '#keyPath(Team.plyers)'"),
      "\(run.errorOutput)"
    )
    #expect(
      try scratch.read("A.swift") == "let a = \"players.email\"\nlet b = #keyPath(Team.plyers)\n"
    )
  }
}

/// `momgen generate --companions`, and its use by the plugin.
struct CompanionTests {
  private static let source = """
    import CoreData
    public class Club: NSManagedObject {
      @NSManaged public var name: String?
      @NSManaged var members: NSSet?
      @NSManaged func addToMembers(_ value: Club)
    }

    """

  @Test func writesAccessors() throws {
    let scratch = try Scratch()
    try scratch.write(Self.source, to: "Club/Club.swift")
    let file = scratch.path("Companions.swift")
    let run = Run("generate", "--companions", scratch.path("Club"), "-o", file)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.output == "\(file): written\n")
    let text = try scratch.read("Companions.swift")
    for symbol in [
      "$s4ClubAAC4nameSSSgvg", "$s4ClubAAC4nameSSSgvs", "$s4ClubAAC7members10Foundation5NSSetCSgvg",
      "$s4ClubAAC12addToMembersyyABF",
    ] {
      #expect(text.contains("@_silgen_name(\"\(symbol)\")"), "\(symbol)")
    }
    #expect(text.contains("case `members`, `name`\n"))
    #expect(Run("generate", "--companions", scratch.path("Club"), "-o", file).output == "")
  }

  /// A declaration without an accessor is an error with a position, not an undefined symbol.
  @Test func unsuppliedDeclarationsAreErrors() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      "import CoreData\nclass A: NSManagedObject {\n  @NSManaged var a: Unknown?\n}\n",
      to: "A.swift"
    )
    let run = Run("generate", "--companions", path, "--module", "M")
    #expect(run.exitCode == 3 && run.output == "")
    #expect(run.errorOutput.hasPrefix("\(path):3:18: error: no companion can supply 'a'"))
  }

  /// The compiler refuses the accessors of a private class where it optimizes, so there is a warning with a position.
  @Test func privateClassesAreReported() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      "import CoreData\nprivate class A: NSManagedObject {\n  @NSManaged var a, b: Int\n}\n",
      to: "A.swift"
    )
    let run = Run("generate", "--companions", path, "--module", "M")
    #expect(run.exitCode == 0 && run.output.contains("_silgen_name"))
    #expect(
      run.errorOutput.hasPrefix(
        "\(path):3:18: warning: the accessor of 'a' compiles only without optimization: the class "
          + "'A' is private to its file [adopt-accessors]\n"
      ),
      "\(run.errorOutput)"
    )
    #expect(run.errorOutput.components(separatedBy: "warning:").count == 2)
    #expect(Run("adopt", path).exitCode == 0)
    let again = Run("generate", "--companions", path, "--module", "M")
    #expect(again.exitCode == 0 && again.errorOutput == "", "\(again.errorOutput)")
  }

  /// A model with one entity, whose class has the same name.
  private static func model(_ entity: String) -> String {
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">"
      + "<entity name=\"\(entity)\" representedClassName=\"\(entity)\">"
      + "<attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/>"
      + "<attribute name=\"unused\" optional=\"YES\" attributeType=\"String\"/></entity></model>"
  }

  private static let twoClasses = """
    import CoreData
    class Book: NSManagedObject {
      @NSManaged var title: String?
    }
    class Song: NSManagedObject {
      @NSManaged var title: String?
    }

    """

  /// Each class has the properties of the model with its entity.
  @Test func severalModels() throws {
    let scratch = try Scratch()
    let source = try scratch.write(Self.twoClasses, to: "Classes.swift")
    let models = try ["Book", "Song"].map {
      try scratch.write(Self.model($0), to: "\($0)s.xcdatamodel/contents")
    }
    let words = ["--companions", source, "--module", "M", "-o", "-"]
    let run = Run(words: ["generate"] + models + words)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.output.components(separatedBy: "case `title`, `unused`").count == 3)
    let versioned = Run(words: ["generate"] + models + words + ["--model-version", "A"])
    #expect(versioned.exitCode == 2)
    #expect(versioned.errorOutput.contains("--model-version is for one model"))
  }

  /// A class in two models would have the properties of only one of them.
  @Test func classesOfTwoModels() throws {
    let scratch = try Scratch()
    let source = try scratch.write(Self.twoClasses, to: "Classes.swift")
    let models = try ["Books", "Songs"].map {
      try scratch.write(Self.model("Song"), to: "\($0).xcdatamodel/contents")
    }
    let run = Run(
      words: ["generate"] + models + ["--companions", source, "--module", "M", "-o", "-"]
    )
    #expect(run.exitCode == 3 && run.output == "")
    #expect(
      run.errorOutput.hasPrefix(
        "\(source):5:7: error: the class 'Song' belongs to entities of two"
      ),
      "\(run.errorOutput)"
    )
  }

  /// The plugin names all models of a target, each in the version that is built.
  @Test func pluginNamesAllModels() throws {
    let scratch = try Scratch()
    let source = URL(filePath: try scratch.write(Self.twoClasses, to: "Classes.swift"))
    for name in ["Book", "Song"] {
      try scratch.write(
        Self.model(name),
        to: "\(name)s.xcdatamodeld/\(name) 1.xcdatamodel/contents"
      )
    }
    try scratch.write(
      """
      {"models": [
        {"path": "Books.xcdatamodeld", "outputs": [{"template": "portable"}]},
        {"path": "Songs.xcdatamodeld", "version": "Song 1", "outputs": [{"template": "portable"}]}
      ]}
      """,
      to: "momgen.json"
    )
    let folder = scratch.folder
    let outputs = try BuildOutput.all(in: folder, hasCompanion: true)
    let companion = try #require(
      CompanionOutput(of: "M", sources: [source], outputs: outputs, in: folder)
    )
    #expect(
      companion.models.map { $0.path.dropFirst(folder.path.count) } == [
        "/Books.xcdatamodeld", "/Songs.xcdatamodeld/Song 1.xcdatamodel",
      ]
    )
    let made = folder.appending(path: "Made")
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    let run = Run(words: companion.words(in: made))
    #expect(run.exitCode == 0 && run.output == "", "\(run.errorOutput)")
    #expect(companion.inputFiles.count >= 5)
  }

  @Test func otherFilesAreNotReplaced() throws {
    let scratch = try Scratch()
    let source = try scratch.write(Self.source, to: "Club.swift")
    let own = try scratch.write("let a = 1\n", to: "Own.swift")
    let words = ["generate", "--companions", source, "--module", "Club", "-o", own]
    #expect(Run(words: words).exitCode == 2)
    #expect(try scratch.read("Own.swift") == "let a = 1\n")
    #expect(Run(words: words + ["--force"]).exitCode == 0)
    #expect(Run(words: words + ["--template", "stack"]).exitCode == 2)
    #expect(Run("generate", "--companions", source).exitCode == 2)
  }

  @Test func pluginWritesCompanions() throws {
    let scratch = try Scratch()
    let own = URL(filePath: try scratch.write(Self.source, to: "Club.swift"))
    let other = URL(filePath: try scratch.write("let a = 1\n", to: "Other.swift"))
    #expect(CompanionOutput(of: "Club", sources: [other], outputs: [], in: scratch.folder) == nil)
    let companion = try #require(
      CompanionOutput(of: "Club", sources: [own, other], outputs: [], in: scratch.folder)
    )
    let folder = scratch.folder.appending(path: "Made")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let run = Run(words: companion.words(in: folder))
    #expect(run.exitCode == 0 && run.output == "", "\(run.errorOutput)")
    #expect(FileManager.default.fileExists(atPath: companion.outputFile(in: folder).path))
    #expect(companion.inputFiles == [own, other])
  }

  /// Comments, and code for Objective-C only, do not count as declarations with @NSManaged.
  @Test(arguments: [
    ("class A {\n  @NSManaged var a: Int\n}\n", true), ("// of @NSManaged declarations\n", false),
    ("/*\n * @NSManaged\n */\n", false), ("let a = 1 // @NSManaged\n", false),
    (
      "#if canImport(ObjectiveC)\n#if A\n#endif\n@NSManaged var a: Int\n#else\nvar a: Int\n#endif\n",
      false
    ),
    ("#if canImport(ObjectiveC)\n@objc\n#endif\n@NSManaged var a: Int\n", true),
    ("#if canImport(ObjectiveC)\n#else\n@NSManaged var a: Int\n#endif\n", true),
    ("#if DEBUG\r\n@NSManaged var a: Int\r\n#endif\r\n", true),
  ])
  func pluginFindsDeclarations(_ source: String, _ isFound: Bool) throws {
    let scratch = try Scratch()
    try scratch.write(source, to: "A.swift")
    let file = scratch.folder.appending(path: "A.swift")
    #expect(CompanionOutput.declaresManaged(in: file) == isFound)
    withExtendedLifetime(scratch) {}
  }

  /// Classes whose properties are in the sources get none from the template set.
  @Test func classesOfTheSourcesAreNotGenerated() throws {
    let scratch = try Scratch()
    let run = Run(
      "generate",
      SampleModel.path("Everything"),
      "--param",
      "manual=own",
      "--param",
      "files=model",
      "-o",
      scratch.path("Out")
    )
    #expect(run.exitCode == 0, "\(run.errorOutput)")
  }
}
