import Diagnostics
import JSON

extension Explanation {
  /// The explanation as JSON.
  package var json: JSONValue {
    [
      "name": .string(name),
      "otherNames": .array(otherNames.map { .string($0) }),
      "group": .string(group.rawValue),
      "level": JSONValue(level),
      "summary": .string(summary),
      "circumstances": JSONValue(circumstances),
      "cause": .string(cause),
      "remedy": .string(remedy),
      "example": JSONValue(example),
      "exceptions": JSONValue(exceptions),
    ]
  }
}
