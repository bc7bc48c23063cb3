import Diagnostics
import ManagedModel

extension LintRule {
  static let unsafeName = LintRule(
    "unsafe-name",
    code: "N402",
    .error,
    summary: "Names have no quotes, slashes, backslashes, backticks or invisible characters.",
    rationale: """
      Names become code, SQL, file names and key paths. Characters that end a quotation or are invisible
      produce unintended text. (Names that are missing are reported whenever a model is read.)
      """,
    remedy: "Rename the part, with the old name as its renaming identifier.",
    example: "<attribute name=\"size&quot;in\" attributeType=\"String\"/>",
    check: .model { pass in
      for named in pass.model.namedParts(pass.resolved) {
        var byte = 0
        for scalar in named.name.unicodeScalars {
          if scalar.isUnsafe {
            pass.report(
              "the name '\(named.name.visible)' contains \(scalar.title)",
              at: named.element,
              byteInAttribute: byte
            )
            break
          }
          byte += UTF8.width(scalar)
        }
      }
    }
  )
}

extension Unicode.Scalar {
  fileprivate var isUnsafe: Bool {
    switch self {
    case "`", "\"", "'", "\\", "/": true
    default: isInvisible || (0x200B...0x200D).contains(value)
    }
  }

  fileprivate var title: String {
    isASCII && value > 0x20 && value < 0x7F
      ? "the character \(self)" : "the invisible character \(self.codePoint)"
  }

  private var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension Model {
  /// Every name in the model that is used in generated output.
  fileprivate func namedParts(
    _ resolved: ResolvedModel
  ) -> [(name: String, element: LintElement)] {
    var parts: [(name: String, element: LintElement)] = []
    for entity in resolved.entities {
      parts.append((entity.name, .entity(entity)))
      for (position, property) in entity.entity.properties.enumerated() {
        let location = PropertyLocation(entity: entity.index, property: position)
        parts.append((property.name, .property(at: location, in: resolved)))
      }
      parts += entity.entity.fetchIndexes.map { ($0.name, .part($0.source, of: entity)) }
    }
    parts += fetchRequests.map { ($0.name, .part($0.source)) }
    parts += configurations.map { ($0.name, .part($0.source)) }
    for composite in composites {
      parts.append((composite.name, .part(composite.source)))
      parts += composite.attributes.map { ($0.name, .part($0.source)) }
    }
    return parts
  }
}
