import CommandLineParsing
import Foundation
import Testing

@Suite struct ManualPageTests {
  private static let pages = ManualPages(Bakery.command, version: "bakery 1.0")

  @Test("There is a page for the program and for each verb")
  func names() {
    #expect(
      Self.pages.all.map(\.fileName) == [
        "bakery.1", "bakery-bake.1", "bakery-sell.1", "bakery-compare.1", "bakery-stock.1",
        "bakery-stock-add.1", "bakery-stock-list.1",
      ]
    )
  }

  @Test("A page is looked up by its verbs")
  func lookUp() throws {
    #expect(try Self.pages.page(for: []).name == "bakery")
    #expect(try Self.pages.page(for: ["stock", "add"]).name == "bakery-stock-add")
    for (verbs, unknown) in [
      (["fry"], "fry"), (["stock", "fry"], "fry"), (["sell", "add"], "add"),
    ] {
      let error = #expect(throws: UsageError.self) { try Self.pages.page(for: verbs) }
      #expect(error?.message == "unknown command '\(unknown)'")
    }
  }

  @Test("Characters with a meaning in roff are escaped")
  func escapes() throws {
    let command = Command(
      "a-b",
      "Prints 'x' and \"y\".",
      discussion: ".TH is no request here.\n\n  'as it is' \\n\n\nA ~ and a ^ and a ` – é.",
      examples: [Example("a-b '\\' ~", "A backslash.")]
    )
    let text = try ManualPages(command, version: "1 \"a\"").page(for: []).text
    #expect(
      text == #"""
        .TH "A\-B" 1 "" "1 \(dqa\(dq" "User Commands"
        .ad l
        .SH NAME
        a\-b \- prints \(aqx\(aq and \(dqy\(dq
        .SH SYNOPSIS
        \fBa\-b\fR
        .SH DESCRIPTION
        Prints \(aqx\(aq and \(dqy\(dq.
        .PP
        \&.TH is no request here.
        .PP
        .EX
        \&  \(aqas it is\(aq \en
        .EE
        .PP
        A \(ti and a \(ha and a \(ga \[u2013] \[u00E9].
        .SH "OPTIONS"
        .TP
        \fB\-h\fR, \fB\-\-help\fR
        Show help.
        .TP
        \fB\-\-version\fR
        Show the version.
        .SH EXAMPLES
        .TP
        \fBa\-b \(aq\e\(aq \(ti\fR
        A backslash.

        """#
    )
  }

  /// The words of a text, except those that are hyphenated or broken differently.
  private static func words(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isWhitespace)
  }

  @Test("Manual pages contain all of the help, and man reports no warnings")
  func shown() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "manual-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (verbs, page) in zip(
      [[], ["bake"], ["sell"], ["compare"], ["stock"], ["stock", "add"], ["stock", "list"]],
      Self.pages.all
    ) {
      let file = folder.appending(path: page.fileName)
      try Data(page.text.utf8).write(to: file)
      let shown = try ShellProcess.run(
        "bash",
        ["-c", "groff -man -Tutf8 -P-bouc -ww -rLL=400n '\(file.path)'"],
        in: folder
      )
      if shown.errors.contains("groff: command not found") { try Test.cancel("no groff") }
      #expect(shown.status == 0)
      #expect(shown.errors.isEmpty, "\(page.name): \(shown.errors)")
      let plain = shown.output.replacing("’", with: "'").replacing("−", with: "-").replacing(
        "‐",
        with: "-"
      )
      let known = Set(Self.words(plain))
      let help = HelpText(Bakery.command, width: 100).text(for: verbs)
      for line in help.split(separator: "\n").dropFirst() where !line.hasPrefix("Run '") {
        // Headings are in capitals.
        if line.hasSuffix(":"), !line.hasPrefix(" ") { continue }
        for word in Self.words(String(line)) where word != "Usage:" {
          #expect(known.contains(word), "\(page.name) does not have '\(word)'")
        }
      }
    }
  }
}
