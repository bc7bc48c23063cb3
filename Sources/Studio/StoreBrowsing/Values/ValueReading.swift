import Foundation
import ManagedModel

/// Converts values of objects into displayable form.
struct ValueReading {
  let model: ResolvedModel

  /// The maximum numbers of characters of a text, and of lines of an archive.
  let textLimit: Int
  let lineLimit: Int

  /// The greatest depth of composites.
  private static let depthLimit = 16

  func shown(_ value: Any?, _ attribute: Attribute, depth: Int = 0) -> ShownValue {
    guard let value, !(value is NSNull) else { return .none }
    switch value {
    case let text as String: return self.text(text)
    case let date as Date: return .word(Self.text(of: date))
    case let data as Data: return .bytes(bytes(data, isArchive: attribute.type == .transformable))
    case let id as UUID: return .word(id.uuidString)
    case let url as URL: return text(url.absoluteString)
    case let number as NSNumber:
      return .word(attribute.type == .boolean ? (number.boolValue ? "yes" : "no") : "\(number)")
    case let members as [String: Any]:
      guard depth < Self.depthLimit else { return .word("…") }
      return composite(members, attribute, depth: depth)
    default: return text("\(value)")
    }
  }

  /// A value of which only the beginning was read.
  func shown(_ beginning: ValueBeginning?, _ attribute: Attribute) -> ShownValue {
    guard let beginning else { return .none }
    if attribute.type == .binary || attribute.type == .transformable {
      let picture = PictureType.mediaType(of: beginning.bytes)
      return .bytes(StoredData(count: beginning.size, picture: picture, lines: []))
    }
    let text = String(decoding: beginning.bytes, as: UTF8.self)
    if attribute.type != .composite, beginning.size <= beginning.bytes.count {
      return self.text(text)
    }
    return .beginning(String(text.prefix(textLimit)), bytes: beginning.size)
  }

  private func text(_ text: String) -> ShownValue {
    .text(String(text.prefix(textLimit)), count: text.count)
  }

  private func composite(
    _ members: [String: Any],
    _ attribute: Attribute,
    depth: Int
  ) -> ShownValue {
    let composite = attribute.compositeName.flatMap { model.composite(named: $0) }
    return .composite(
      (composite?.attributes ?? []).map { element in
        ShownValue.Element(
          name: element.name,
          value: shown(members[element.name], element, depth: depth + 1)
        )
      }
    )
  }

  private func bytes(_ data: Data, isArchive: Bool) -> StoredData {
    let bytes = Array(data)
    return StoredData(
      count: bytes.count,
      picture: PictureType.mediaType(of: bytes),
      lines: lineLimit > 0 && isArchive ? ArchiveText(limit: lineLimit).lines(of: bytes) : []
    )
  }

  /// Formats a date as `2024-02-29 12:00:00.5 UTC`; the fraction only if there is one.
  static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    // Years of more than four digits and infinities have no readable calendar form.
    guard seconds.isFinite, abs(seconds) < 250_000_000_000 else { return "\(seconds) s after 2001" }
    let whole = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
    let text = whole.formatted(
      Date.ISO8601FormatStyle(dateTimeSeparator: .space).locale(Locale(identifier: "en_US_POSIX"))
    )
    let milliseconds = Int(((seconds - seconds.rounded(.down)) * 1_000).rounded(.down))
    let fraction = milliseconds == 0 ? "" : "." + String("\(1_000 + milliseconds)".dropFirst())
    return "\(text.hasSuffix("Z") ? String(text.dropLast()) : text)\(fraction) UTC"
  }
}

/// The picture formats that browsers display, by their first bytes.
///
/// SVG is not one of them: it is a document that may contain scripts.
enum PictureType {
  static func mediaType(of bytes: [UInt8]) -> String? {
    func begins(_ prefix: [UInt8], at place: Int = 0) -> Bool {
      bytes.dropFirst(place).starts(with: prefix)
    }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if begins([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) { return "image/gif" }
    if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "image/webp" }
    if begins(Array("ftypavif".utf8), at: 4) { return "image/avif" }
    return nil
  }
}
