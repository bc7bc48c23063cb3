import Foundation

extension TargetConfiguration {
  /// The message for a decoding error, with its position as a path of keys.
  static func reason(for error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, let context):
      return place(context.codingPath) + "'\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return place(context.codingPath) + "the value has the wrong type"
    case .dataCorrupted(let context):
      let cause = context.underlyingError.map { ": \($0.localizedDescription)" } ?? ""
      return place(context.codingPath) + context.debugDescription + cause
    @unknown default:
      return "\(error)"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    var text = ""
    for key in path {
      text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? "" : ".") + key.stringValue
    }
    return text.isEmpty ? "" : "\(text): "
  }
}

extension Decoder {
  /// Throws if an object has an unknown key, such as a misspelled one.
  func refuseKeys(except known: [any CodingKey]) throws {
    let names = known.map(\.stringValue)
    let container = try container(keyedBy: AnyKey.self)
    let strangers = container.allKeys.map(\.stringValue).filter { !names.contains($0) }.sorted()
    guard let stranger = strangers.first else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "there is no key '\(stranger)'; the keys are "
          + names.map { "'\($0)'" }.joined(separator: ", ")
      )
    )
  }
}

/// Any key of an object.
private struct AnyKey: CodingKey {
  let stringValue: String

  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    return nil
  }
}
