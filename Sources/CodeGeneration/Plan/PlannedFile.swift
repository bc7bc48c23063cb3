import Diagnostics
import TemplateEngine

/// A file that is to be made.
///
/// Its text is rendered only when somebody asks for it.
package struct PlannedFile: Sendable {
  package let path: OutputPath
  package let mode: WriteMode
  package let producer: Producer

  /// The output of the template set that it comes from.
  package let output: String

  /// Where it says how the file is called.
  package let place: Place

  let template: Template
  let context: TemplateValue

  /// Whether empty lines at the end stay.
  let keepsFinalEmptyLines: Bool

  /// The file's content: lines that end in LF, and none of them empty at the end unless that is wanted.
  package func bytes() throws(TemplateError) -> [UInt8] {
    Self.normalized(
      try template.renderBytes(context),
      keepingFinalEmptyLines: keepsFinalEmptyLines
    )
  }

  static func normalized(
    _ bytes: [UInt8],
    keepingFinalEmptyLines keepsEmptyLines: Bool = false
  ) -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    let carriageReturn = UInt8(ascii: "\r")
    var result = bytes
    if bytes.contains(carriageReturn) {
      result = []
      result.reserveCapacity(bytes.count)
      for (index, byte) in bytes.enumerated() {
        if byte == lineFeed, index > 0, bytes[index - 1] == carriageReturn { continue }
        result.append(byte == carriageReturn ? lineFeed : byte)
      }
    }
    if !keepsEmptyLines {
      while result.last == lineFeed { result.removeLast() }
    }
    if !result.isEmpty, result.last != lineFeed { result.append(lineFeed) }
    return result
  }
}
