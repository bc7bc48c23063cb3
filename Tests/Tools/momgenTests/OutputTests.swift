import Foundation
import Testing

@testable import momgen

/// Output of the program that cannot be written.
@Suite(.enabled(if: Program.isAvailable())) struct OutputTests {
  /// Runs a shell script in which `$0` is the program, and returns its exit code and its output.
  private func run(_ script: String, in scratch: Scratch) throws -> (code: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, Program.path ?? "", SampleStore.league, scratch.path("")]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  static let words = [
    "sql \"$1\"", "dump \"$1\"", "format \"$1/League.xcdatamodel\" -o -", "hash \"$1\"",
    "generate \"$1\" -o -", "list-outputs \"$1\" -o out", "versions \"$1\"", "help", "--version",
    "diagram \"$1\"", "completions bash", "templates list", "help sql", "diff \"$1\" --format json",
    "--diagnostics json validate \"$1\"", "init \"$1/..\" -o -",
  ]

  @Test("A full disk is an error, a closed pipe is not", arguments: words)
  func fullDevice(words: String) throws {
    let scratch = try Scratch()
    let plain = try run("cd \"$2\" && exec \"$0\" \(words) 2>/dev/null", in: scratch)
    try #require(!plain.text.isEmpty)
    for output in [">/dev/full", ">&-"] {
      let full = try run("cd \"$2\" && exec \"$0\" \(words) \(output)", in: scratch)
      #expect(full.code == 2, "\(output): \(full)")
      #expect(full.text.contains("cannot write to standard output: "), "\(full)")
    }
    let closed = try run(
      "cd \"$2\" && { sleep 0.2; \"$0\" \(words); echo \"code $?\" >&2; } | true; sleep 0.8",
      in: scratch
    )
    #expect(closed.text == "code \(plain.code)\n", "\(closed)")
  }

  @Test("Output to /dev/stdout goes where the shell redirects it") func devices() throws {
    let scratch = try Scratch()
    let result = try run(
      """
      cd "$2" && echo first >log && "$0" sql "$1" -o /dev/stdout >>log && "$0" sql "$1" >plain &&
      head -1 log && tail -n +2 log | cmp - plain && "$0" sql "$1" -o /dev/stdout | cmp - plain &&
      "$0" sql "$1" -o /dev/full; echo "code $?"; test -c /dev/full && test -c /dev/null && echo kept
      """,
      in: scratch
    )
    #expect(result.text.hasPrefix("first\n"))
    #expect(result.text.contains("code 2\nkept\n"), "\(result.text)")
  }

  @Test("The output of a single template goes through pipes and devices, and follows links")
  func templates() throws {
    let scratch = try Scratch()
    let result = try run(
      """
      cd "$2" && echo "{{ models.count }} model" >t.stencil && make() {
        "$program" generate "$model" --quiet --template t.stencil -o "$1"
      }
      program=$0 model=$1
      mkfifo pipe && { cat pipe >piped & } && make pipe && wait && cat piped
      make /dev/stdout
      make /dev/full; echo "code $?"
      mkdir sub && ln -s sub/later link && make link && cat sub/later
      test -p pipe && test -L link && test -c /dev/full && echo kept; ls
      """,
      in: scratch
    )
    #expect(
      result.text == """
        1 model
        1 model
        /dev/full: error: cannot write the file: No space left on device [unwritable-file]
        code 2
        1 model
        kept
        link
        pipe
        piped
        sub
        t.stencil

        """,
      "\(result.text)"
    )
  }

  @Test("A file with several names is written under all of them") func hardLinks() throws {
    let scratch = try Scratch()
    let result = try run(
      """
      cd "$2" && echo "{{ models.count }} model" >t.stencil
      for words in 'sql "$1"' 'dump "$1"' 'diagram "$1"' 'generate "$1" --force --template t.stencil'
      do
        echo old >file && ln file other || exit
        eval '"$0"' "$words -o file" >log 2>&1 || cat log
        cmp file other && test file -ef other && ! grep -qx old file || echo "lost: $words"
        rm file other log
      done
      ls
      """,
      in: scratch
    )
    #expect(result.text == "t.stencil\n", "\(result.text)")
  }

  @Test("Files that are opened do not take the place of a closed output") func closedOutput() throws
  {
    let scratch = try Scratch()
    let result = try run(
      "cd \"$2\" && \"$0\" compile \"$1\" -o League.momd >&- 2>&- <&-; echo $?; ls League.momd",
      in: scratch
    )
    #expect(result.text.hasPrefix("0\n"), "\(result.text)")
    #expect(result.text.contains("VersionInfo.plist"))
  }
}
