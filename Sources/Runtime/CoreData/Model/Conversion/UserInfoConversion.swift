import Foundation
import ManagedModel

/// Conversion of user infos between dictionaries and the entries of a model file.
enum UserInfoConversion {
  /// The entries of a dictionary: the original ones unless it has changed.
  ///
  /// A model file has only texts, so keys and values of other kinds are left out.
  static func value(of dictionary: [AnyHashable: Any]?, like origin: UserInfo?) -> UserInfo? {
    var texts: [String: String] = [:]
    for (key, value) in dictionary ?? [:] {
      if let key = key as? String, let value = value as? String { texts[key] = value }
    }
    if texts == Self.texts(of: origin) { return origin }
    guard !texts.isEmpty else { return nil }
    return UserInfo(
      entries: texts.keys.sortedByCodePoint().map { key in
        UserInfoEntry(key: key, value: texts[key] ?? "")
      }
    )
  }

  private static func texts(of userInfo: UserInfo?) -> [String: String] {
    Dictionary(
      (userInfo?.entries ?? []).map { ($0.key, $0.value) },
      uniquingKeysWith: { _, last in last }
    )
  }
}
