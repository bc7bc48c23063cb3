import Foundation

extension String {
  /// The text without the white space around it, which nobody means.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
