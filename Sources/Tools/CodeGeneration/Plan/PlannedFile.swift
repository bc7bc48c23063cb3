import Diagnostics
import TemplateEngine

/// A file to be generated.
///
/// Its text is rendered lazily. It is a class because large plans are copied as a whole and in parts.
package final class PlannedFile: Sendable {
  package let path: OutputPath
  package let mode: WriteMode
  package let producer: Producer

  /// The output of the template set.
  package let output: String

  /// The position of the file name's pattern.
  package let place: Place

  /// The template's name in ``environments``.
  let template: String
  let environments: PerWorker<TemplateEnvironment>

  /// Creates the template's context for a lane: a new one each time, so that its caches are released
  /// with it.
  let context: @Sendable (_ lane: Int) -> TemplateValue

  /// The post-processing of the rendered text.
  let finish: TextFinish

  init(
    path: OutputPath,
    mode: WriteMode,
    producer: Producer,
    output: String,
    place: Place,
    template: String,
    environments: PerWorker<TemplateEnvironment>,
    context: @escaping @Sendable (_ lane: Int) -> TemplateValue,
    finish: TextFinish
  ) {
    self.path = path
    self.mode = mode
    self.producer = producer
    self.output = output
    self.place = place
    self.template = template
    self.environments = environments
    self.context = context
    self.finish = finish
  }

  /// The file's content.
  package func bytes() throws(TemplateError) -> [UInt8] {
    try bytes(lane: 0)
  }

  /// The file's content, rendered in one of several concurrent lanes.
  func bytes(lane: Int) throws(TemplateError) -> [UInt8] {
    Self.finished(try environments[lane].render(template, context(lane)), finish)
  }

  static func finished(_ bytes: consuming [UInt8], _ finish: TextFinish) -> [UInt8] {
    if finish == .asRendered { return bytes }
    let lineFeed = UInt8(ascii: "\n")
    // Moved, not copied: only the end changes.
    var result = bytes
    if result.hasCarriageReturns { result = result.withLineFeeds }
    if finish == .oneLineFeed {
      while result.last == lineFeed { result.removeLast() }
    }
    if !result.isEmpty, result.last != lineFeed { result.append(lineFeed) }
    return result
  }
}
