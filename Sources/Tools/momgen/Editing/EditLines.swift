import CommandLineParsing
import Diagnostics
import Files
import ModelEditing
import ModelFiles

/// The edits that a command line asks for: those of a script, then the one in its words.
struct EditLines {
  /// An edit and where it was read.
  struct Line {
    let edit: BundleEdit
    let place: Place
  }

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
  }

  /// The edits; nil if there are none, or if some cannot be understood, which is reported.
  func edits(reportingTo reading: inout ModelReading) -> [Line]? {
    var lines: [Line] = []
    var isUnderstood = true
    if let script = arguments.value("script") {
      guard let text = text(of: script, reportingTo: &reading) else { return nil }
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
          reading.report(
            Diagnostic(
              .error,
              rule: RunRule.inapplicableEdit.rawValue,
              error.message,
              at: place,
              hint: error.hint
            )
          )
        }
      }
    }
    let words = arguments.operands("EDIT") + flags
    if !arguments.operands("EDIT").isEmpty {
      do {
        lines.append(Line(edit: try EditParser.parse(words), place: Place()))
      } catch {
        isUnderstood = false
        reading.report(
          Diagnostic(
            .error,
            rule: RunRule.inapplicableEdit.rawValue,
            error.message,
            at: Place(),
            hint: error.hint
          )
        )
      }
    } else if let flag = flags.first {
      isUnderstood = false
      reading.refuse(
        "\(flag) belongs to an edit",
        hint: "in a script it stands on the line of the edit"
      )
    }
    if lines.isEmpty, isUnderstood, !arguments.has("create"), arguments.value("script") == nil {
      reading.refuse(
        "there is no edit",
        hint: "write one behind the model, or name a file with --script"
      )
      return nil
    }
    return isUnderstood ? lines : nil
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
