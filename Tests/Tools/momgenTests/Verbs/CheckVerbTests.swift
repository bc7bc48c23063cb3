import Foundation
import Testing

@testable import momgen

struct CheckVerbTests {
  @Test func currentFilesPass() throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    try model.scratch.write("mine", to: "Out/A.swift")
    let run = model.run("check")
    #expect(run.exitCode == 0)
    #expect(run.output == "4 up to date\n")
    #expect(run.errorOutput.isEmpty)
  }

  @Test func differencesAreShown() throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    try model.scratch.write("internal class _A {}\n// edited\n", to: "Out/Machine/_A.swift")
    try FileManager.default.removeItem(atPath: model.scratch.path("Out/Machine/_B.swift"))
    try FileManager.default.removeItem(atPath: model.scratch.path("Out/B.swift"))
    let before = model.outputs
    let run = model.run("check")
    #expect(run.exitCode == 1)
    #expect(
      run.output == """
        --- /dev/null
        +++ \(model.output)/B.swift
        @@ -0,0 +1,2 @@
        +// Yours
        +class B {}
        --- \(model.output)/Machine/_A.swift
        +++ \(model.output)/Machine/_A.swift
        @@ -1,2 +1,1 @@
         internal class _A {}
        -// edited
        --- /dev/null
        +++ \(model.output)/Machine/_B.swift
        @@ -0,0 +1,1 @@
        +internal class _B {}
        1 up to date, 1 different (1 edited or not made by momgen), 2 missing

        """
    )
    #expect(model.outputs == before)
  }

  /// Nothing is written, so nothing can fail to be written.
  ///
  /// A file without permissions is readable for root; one that is too large is not.
  @Test func anUnreadableFileIsReported() throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    let path = model.scratch.path("Out/Machine/_A.swift")
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 1 << 36)
    try file.close()
    for verb in ["check", "generate"] {
      let run = model.run(verb)
      #expect(run.exitCode != 0)
      let message = "_A.swift: error: the file that is there cannot be read: "
      #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
      #expect(!run.errorOutput.contains("cannot be written"))
    }
  }

  @Test func quietnessNamesTheFiles() throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    #expect(model.run("check", "--quiet").errorOutput.isEmpty)
    try model.scratch.write("internal class _A {}\n// edited\n", to: "Out/Machine/_A.swift")
    let edited = model.run("check", "--quiet")
    #expect(edited.exitCode == 1)
    #expect(edited.output.isEmpty)
    #expect(
      edited.errorOutput == """
        \(model.output)/Machine/_A.swift:2: warning: the generated file was edited [stale-file]
          hint: 'momgen generate --force' replaces it and discards the edits

        """
    )
    _ = model.run("generate", "--force")
    let old = model.run("check", "--quiet", "--param", "access=public")
    #expect(
      old.errorOutput.hasPrefix(
        """
        \(model.output)/Machine/_A.swift:1: warning: the file differs from the output of 'momgen generate' [stale-file]
          hint: run 'momgen generate'

        """
      )
    )
  }

  /// Hooks and editors make invisible changes.
  @Test(arguments: [
    ("\u{FEFF}internal class _A {\n}\n", "byte order mark"),
    ("\u{FEFF}internal class _A {\r\n}\r\n", "byte order mark"),
    ("internal class _A { \t\n}  \n", "white space at the ends of lines"),
    ("internal class _A {\n}", "white space at the ends of lines"),
    ("internal class _A {\r\n}\r\n\r\n", "white space at the ends of lines"),
  ])
  func invisibleDifferencesAreNamed(text: String, difference: String) throws {
    let model = try GeneratedModel()
    try model.scratch.write(
      "{{ param.access }} class _{{ entity.swiftClassName }} {\n}\n",
      to: "Set/machine.stencil"
    )
    _ = model.run("generate")
    try model.scratch.write(text, to: "Out/Machine/_A.swift")
    let run = model.run("check")
    #expect(run.exitCode == 1)
    #expect(run.output == "3 up to date, 1 different\n")
    #expect(
      run.errorOutput.contains("the output of 'momgen generate' only in its \(difference)"),
      "\(run.errorOutput)"
    )
  }

  /// A checkout may convert line endings; a diff would show every line.
  @Test func lineEndingsAreDistinguished() throws {
    let model = try GeneratedModel()
    try model.scratch.write(
      "{{ param.access }} class _{{ entity.swiftClassName }} {\n}\n",
      to: "Set/machine.stencil"
    )
    _ = model.run("generate")
    try model.scratch.write("internal class _A {\r\n}\r\n", to: "Out/Machine/_A.swift")
    for words in [[], ["--quiet"]] {
      let run = Run(
        words: ["check", model.model, "-t", model.scratch.path("Set"), "-o", model.output] + words
      )
      #expect(run.exitCode == 1)
      #expect(run.output == (words.isEmpty ? "3 up to date, 1 different\n" : ""))
      #expect(
        run.errorOutput.hasPrefix(
          "\(model.output)/Machine/_A.swift: warning: the file differs from the output of 'momgen "
            + "generate' only in its line endings [stale-file]\n"
        ),
        "\(run.errorOutput)"
      )
      #expect(run.errorOutput.contains(".gitattributes"))
    }
    // One line with a visible difference is the only one that is shown.
    try model.scratch.write("internal class _A {\r\n}\r\n// edited\r\n", to: "Out/Machine/_A.swift")
    let edited = model.run("check").output
    #expect(edited.contains("\n internal class _A {\n }\n-// edited\n"), "\(edited)")
    let place = Run(
      words: ["check", model.model, "-t", model.scratch.path("Set"), "-o", model.output, "--quiet"]
    )
    #expect(place.errorOutput.contains("Machine/_A.swift:3: warning:"), "\(place.errorOutput)")
  }

  @Test func staleFilesAreFindings() throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    try model.write(entities: ["A"])
    let run = model.run("check")
    #expect(run.exitCode == 1)
    #expect(run.output == "2 up to date, 1 stale\n")
    #expect(
      run.errorOutput.contains(
        "Machine/_B.swift: warning: this generated file is no longer generated"
      )
    )
    _ = model.run("generate", "--prune")
    #expect(model.run("check").exitCode == 0)
  }

  @Test func anotherFolderHasNothing() throws {
    let run = try GeneratedModel().run("check")
    #expect(run.exitCode == 1)
    #expect(run.output.hasSuffix("0 up to date, 4 missing\n"))
  }

  @Test func machinesGetDiagnostics() throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    try model.scratch.write("internal class _A {}\n// edited\n", to: "Out/Machine/_A.swift")
    let run = model.run("check", "--diagnostics", "github")
    #expect(run.exitCode == 1)
    #expect(run.errorOutput.isEmpty)
    #expect(run.output.contains("::warning file=\(model.output)/Machine/_A.swift,line=2"))
    // All diagnostics are in one stream, even if the run ends early.
    try model.scratch.write("<model>", to: "M.xcdatamodel/contents")
    let broken = model.run("check", "--diagnostics", "github")
    #expect(broken.exitCode == 3)
    #expect(broken.errorOutput.isEmpty)
    #expect(broken.output.contains("::error"))
  }
}
