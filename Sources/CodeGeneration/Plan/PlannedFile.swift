import Diagnostics
import TemplateEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

  /// The template's name in ``environments``.
  let template: String
  let environments: Lanes<TemplateEnvironment>

  /// Makes the template's context for a lane: each time anew, so that what it remembers of its parts goes
  /// with it.
  let context: @Sendable (_ lane: Int) -> TemplateValue

  /// What becomes of the rendered text.
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
    let hasCarriageReturns = bytes.withUnsafeBytes { text in
      text.baseAddress.flatMap { memchr($0, Int32(UInt8(ascii: "\r")), text.count) } != nil
    }
    // Taken over, not copied: all but the end stays as it is.
    var result = hasCarriageReturns ? withLineFeeds(bytes) : bytes
    if finish == .oneLineFeed {
      while result.last == lineFeed { result.removeLast() }
    }
    if !result.isEmpty, result.last != lineFeed { result.append(lineFeed) }
    return result
  }

  /// The bytes with LF in place of CR and of CR LF.
  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    let carriageReturn = UInt8(ascii: "\r")
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if byte == lineFeed, index > 0, bytes[index - 1] == carriageReturn { continue }
      result.append(byte == carriageReturn ? lineFeed : byte)
    }
    return result
  }
}
