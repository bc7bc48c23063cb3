import ManagedModel

extension LintRule {
  static let confusableNames = LintRule(
    "confusable-names",
    code: "N408",
    .warning,
    summary: "No two names of one kind look the same.",
    rationale: """
      Letters of other scripts look like Latin ones, and Swift distinguishes the two names. The code does not
      show which one is used. (Two encodings of the same character make equal names, which is an error
      whenever a model is read.)
      """,
    remedy: "Write both in one script, or rename one.",
    example: "<attribute name=\"name\" …/> <attribute name=\"n\u{0430}me\" …/>",
    check: .model { pass in
      pass.reportTwins(pass.entities.map { ($0.name, .entity($0)) }, kind: "entity")
      for entity in pass.entities {
        pass.reportTwins(
          entity.entity.properties.enumerated().map { position, property in
            let location = PropertyLocation(entity: entity.index, property: position)
            return (property.name, .property(at: location, in: pass.resolved))
          },
          kind: "property of '\(entity.name)'"
        )
      }
    }
  )
}

extension LintPass {
  fileprivate mutating func reportTwins(
    _ named: [(name: String, element: LintElement)],
    kind: String
  ) {
    guard named.contains(where: { !$0.name.utf8.allSatisfy { byte in byte < 0x80 } }) else {
      return
    }
    var first: [String: (name: String, element: LintElement)] = [:]
    for (name, element) in named where !name.isEmpty {
      let look = Look.of(name)
      guard let earlier = first[look] else {
        first[look] = (name, element)
        continue
      }
      guard earlier.name != name else { continue }
      report(
        "the \(kind) '\(name)' looks like another one, but is not the same",
        at: element,
        related: [.init(message: "the other one is here", source: earlier.element.source)]
      )
    }
  }
}

/// The appearance of a name, spelled with similar Latin letters where possible.
private enum Look {
  static func of(_ name: String) -> String {
    var look = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if let latin = latin[scalar] {
        look.append(latin)
      } else if (0xFF01...0xFF5E).contains(scalar.value),
        let narrow = Unicode.Scalar(scalar.value - 0xFEE0)
      {
        look.append(narrow)
      } else if !scalar.properties.isDefaultIgnorableCodePoint {
        look.append(scalar)
      }
    }
    return String(look)
  }

  /// Cyrillic, Greek and Armenian letters that look like Latin ones in most fonts.
  private static let latin: [Unicode.Scalar: Unicode.Scalar] = {
    let foreign =
      "аеорсухіјѕһԁԛԝѵАВЕКМНОРСТУХІЈЅԌԚԜοανρυικτχΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսհո".unicodeScalars
    let familiar =
      "aeopcyxijshdqwvABEKMHOPCTYXIJSGQWoavpuiktxABEZHIKMNOPTYXouhn".unicodeScalars
    return Dictionary(zip(foreign, familiar), uniquingKeysWith: { first, _ in first })
  }()
}
