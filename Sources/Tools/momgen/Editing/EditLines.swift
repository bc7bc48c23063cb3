import CommandLineParsing
import Diagnostics
import Files
import ModelEditing
import ModelFiles

/// The edits on a command line: those of a script, then the one in its arguments.
struct EditLines {
  /// An edit and its position.
  struct Line {
    let edit: BundleEdit
    let place: Place
  }

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
  }

  /// The edits; nil if there are none, or after reporting invalid ones.
  func edits(reportingTo reading: inout ModelReading) -> [Line]? {
    let script = arguments.value("script")
    let ofScript = script.map { scriptedEdits($0, reportingTo: &reading) } ?? []
    let ofWords = wordedEdits(reportingTo: &reading)
    guard let lines = ofScript, let others = ofWords else { return nil }
    if lines.isEmpty, others.isEmpty, !arguments.has("create"), script == nil {
      reading.refuse(
        "there is no edit",
        hint: "write one after the model, or name a file with --script"
      )
      return nil
    }
    return lines + others
  }

  /// The edits of a script, one per line.
  private func scriptedEdits(
    _ script: String,
    reportingTo reading: inout ModelReading
  ) -> [Line]? {
    guard let text = text(of: script, reportingTo: &reading) else { return nil }
    var lines: [Line] = []
    var isUnderstood = true
    for (number, line) in text.split(
      omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    ).enumerated() {
      let place = Place(path: script == "-" ? "standard input" : script, line: number + 1)
      do {
        let words = try EditLine.words(String(line))
        if !words.isEmpty { lines.append(Line(edit: try EditParser.parse(words), place: place)) }
      } catch {
        isUnderstood = false
        report(error, at: place, to: &reading)
      }
    }
    return isUnderstood ? lines : nil
  }

  /// The edit in the arguments of the command line, if any.
  private func wordedEdits(reportingTo reading: inout ModelReading) -> [Line]? {
    let words = arguments.operands("EDIT")
    if words.isEmpty {
      guard let flag = flags.first else { return [] }
      reading.refuse(
        "\(flag) belongs to an edit",
        hint: "in a script it belongs to the line of the edit"
      )
      return nil
    }
    do {
      return [Line(edit: try EditParser.parse(words + flags), place: Place())]
    } catch {
      report(error, at: Place(), to: &reading)
      return nil
    }
  }

  private func report(_ problem: EditProblem, at place: Place, to reading: inout ModelReading) {
    reading.report(
      Diagnostic(
        .error,
        rule: RunRule.inapplicableEdit.rawValue,
        problem.message,
        at: place,
        hint: problem.hint
      )
    )
  }

  private var flags: [String] {
    ["keep-data", "with-references"].filter(arguments.has).map { "--\($0)" }
  }

  private func text(of path: String, reportingTo reading: inout ModelReading) -> String? {
    do {
      let bytes = path == "-" ? try FileReader().standardInput() : try FileReader().bytes(of: path)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      reading.report(
        Diagnostic(
          .error,
          rule: RunRule.inapplicableEdit.rawValue,
          "cannot read the script: \(error.reason)",
          at: Place(path: path),
          hint: path == "-" ? nil : NearPath().hint(for: path)
        )
      )
      return nil
    }
  }
}
