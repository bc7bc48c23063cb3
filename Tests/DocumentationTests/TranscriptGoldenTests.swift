import BuiltPrograms
import CorpusFiles
import Foundation
import Testing

/// The commands on the pages, run one after another as a reader would.
///
/// With `RECORD_GOLDENS` in the environment, their output is written to the pages, unless parts of it are
/// elided; the test fails then.
@Suite(.enabled(if: BuiltPrograms.path(of: "momgen") != nil))
struct TranscriptGoldenTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil

  @Test("The commands of a page print what it shows", arguments: Page.all.filter(\.hasCommands))
  func run(page: Page) throws {
    let sandbox = try Sandbox()
    var recordings: [(shown: String, printed: String)] = []
    for block in page.blocks {
      switch block.trial {
      case .file(let path): try sandbox.write(block.text, to: path)
      case .script:
        let outcome = try sandbox.run(block.text)
        #expect(outcome.status == 0, "\(page.place(of: block))\n\(outcome.output)")
      case .transcript:
        let recording = try run(Transcript(block.text), page.place(of: block), in: sandbox)
        recordings.append((block.text, recording))
      case .snippet, .untried, .text: break
      }
    }
    if Self.isRecording { try record(recordings, in: page) }
  }

  /// Runs the commands of a transcript, and returns it with the actual output.
  private func run(
    _ transcript: Transcript,
    _ place: String,
    in sandbox: Sandbox
  ) throws -> String {
    var recording: [String] = []
    for command in transcript.commands {
      let outcome = try sandbox.run(command.text)
      let isMet = command.isMet(by: outcome.output)
      #expect(isMet, "\(place)\n$ \(command.text)\n\(outcome.output)(exit code \(outcome.status))")
      // A command without output must succeed.
      #expect(!command.output.isEmpty || outcome.status == 0, "\(place)\n$ \(command.text)")
      let isKept = isMet || command.isAbridged
      recording.append(isKept ? command.source : "$ \(command.text)\n\(outcome.output)")
    }
    return recording.joined()
  }

  private func record(_ recordings: [(shown: String, printed: String)], in page: Page) throws {
    let file = Corpus.package.appending(path: page.path)
    var text = try String(contentsOf: file, encoding: .utf8)
    for (shown, printed) in recordings where shown != printed {
      if let range = text.range(of: "```console\n" + shown) {
        text.replaceSubrange(range, with: "```console\n" + printed)
        Issue.record("recorded \(page.path)")
      }
    }
    try Data(text.utf8).write(to: file, options: .atomic)
  }
}
