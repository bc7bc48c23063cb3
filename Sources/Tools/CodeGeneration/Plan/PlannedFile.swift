import Diagnostics
import TemplateEngine

/// A file that is to be made.
///
/// Its text is rendered lazily.
package struct PlannedFile: Sendable {
  package let path: OutputPath
  package let mode: WriteMode
  package let producer: Producer

  /// The output of the template set that it comes from.
  package let output: String

  /// The position of the name of the file.
  package let place: Place

  /// The template's name in ``environments``.
  let template: String
  let environments: PerWorker<TemplateEnvironment>

  /// Makes the template's context for a lane: each time anew, so that what it remembers of its parts goes
  /// with it.
  let context: @Sendable (_ lane: Int) -> TemplateValue

  /// The treatment of the rendered text.
  let finish: TextFinish

  /// The file's content.
  package func bytes() throws(TemplateError) -> [UInt8] {
    try bytes(lane: 0)
  }

  /// The file's content, rendered in one of several lanes at a time.
  func bytes(lane: Int) throws(TemplateError) -> [UInt8] {
    Self.finished(try environments[lane].render(template, context(lane)), finish)
  }

  static func finished(_ bytes: consuming [UInt8], _ finish: TextFinish) -> [UInt8] {
    if finish == .asRendered { return bytes }
    let lineFeed = UInt8(ascii: "\n")
    // Taken over, not copied: all but the end stays as it is.
    var result = bytes.withLineFeeds
    if finish == .oneLineFeed {
      while result.last == lineFeed { result.removeLast() }
    }
    if !result.isEmpty, result.last != lineFeed { result.append(lineFeed) }
    return result
  }
}
