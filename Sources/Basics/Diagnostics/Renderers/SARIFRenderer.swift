import JSON

/// Writes diagnostics as a SARIF 2.1.0 log, the format of code scanning services.
///
/// The log has one run. Its rules are the given ones, then others that diagnostics refer to. Hints are a second
/// paragraph of the message, notes are related locations.
package struct SARIFRenderer: DiagnosticRenderer {
  package var tool: ReportingTool
  package var rules: [RuleDescription]
  package var layout: JSONText.Layout

  package init(
    tool: ReportingTool,
    rules: [RuleDescription] = [],
    layout: JSONText.Layout = .pretty
  ) {
    self.tool = tool
    self.rules = rules
    self.layout = layout
  }

  package func text(of diagnostics: [Diagnostic]) -> String {
    JSONText(layout).text(of: log(of: diagnostics)) + "\n"
  }

  private func log(of diagnostics: [Diagnostic]) -> JSONValue {
    let rules = rules(for: diagnostics)
    var fingerprints = SARIFFingerprints()
    let indices = Dictionary(
      rules.enumerated().map { ($1.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var driver: [JSONValue.Member] = [
      .init("name", .string(tool.name)), .init("version", .string(tool.version)),
    ]
    if let uri = tool.informationURI { driver.append(.init("informationUri", .string(uri))) }
    driver.append(.init("rules", .array(rules.map(Self.descriptor))))
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": .object(driver)],
          "columnKind": "unicodeCodePoints",
          "results": .array(
            diagnostics.map {
              Self.result($0, ruleIndex: indices[$0.rule], fingerprint: fingerprints.next(of: $0))
            }
          ),
        ]
      ],
    ]
  }

  /// The given rules without duplicates, and then others that diagnostics refer to.
  private func rules(for diagnostics: [Diagnostic]) -> [RuleDescription] {
    var seen: Set<String> = []
    let named = diagnostics.map { diagnostic in
      RuleDescription(
        diagnostic.rule,
        String(diagnostic.rule.map { $0 == "-" ? " " : $0 })
      )
    }
    return (rules + named).filter { !$0.id.isEmpty && seen.insert($0.id).inserted }
  }

  private static func descriptor(_ rule: RuleDescription) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(rule.id)),
      .init("shortDescription", ["text": .string(SARIFMessage.escaped(rule.summary))]),
    ]
    if let uri = rule.helpURI { members.append(.init("helpUri", .string(uri))) }
    if let severity = rule.severity {
      members.append(.init("defaultConfiguration", ["level": .string(severity.rawValue)]))
    }
    return .object(members)
  }

  private static func result(
    _ diagnostic: Diagnostic,
    ruleIndex: Int?,
    fingerprint: String?
  ) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let ruleIndex {
      members.append(.init("ruleId", .string(diagnostic.rule)))
      members.append(.init("ruleIndex", .integer(ruleIndex)))
    }
    var message = diagnostic.message
    if let hint = diagnostic.hint { message += "\n\nhint: \(hint)" }
    // Our severities have the names of SARIF's levels.
    members.append(.init("level", .string(diagnostic.severity.rawValue)))
    members.append(.init("message", ["text": .string(SARIFMessage.escaped(message))]))
    let location = location(of: diagnostic)
    if !location.isEmpty { members.append(.init("locations", [.object(location)])) }
    if let fingerprint {
      // GitHub recognizes a finding by this name.
      members.append(
        .init("partialFingerprints", ["primaryLocationLineHash": .string(fingerprint)])
      )
    }
    if !diagnostic.notes.isEmpty {
      members.append(.init("relatedLocations", .array(diagnostic.notes.map(relatedLocation))))
    }
    return .object(members)
  }

  /// The location of a problem in the file, and in the model.
  private static func location(of diagnostic: Diagnostic) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let location = physicalLocation(of: diagnostic.place) {
      members.append(.init("physicalLocation", location))
    }
    if let element = diagnostic.element, !element.isEmpty {
      let name = element.split(separator: ".", maxSplits: 1).last.map(String.init) ?? element
      members.append(
        .init(
          "logicalLocations",
          [
            [
              "name": .string(name), "fullyQualifiedName": .string(element),
              "kind": .string(name == element ? "type" : "member"),
            ]
          ]
        )
      )
    }
    return members
  }

  private static func relatedLocation(_ note: Diagnostic.Note) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let location = physicalLocation(of: note.place) {
      members.append(.init("physicalLocation", location))
    }
    members.append(.init("message", ["text": .string(SARIFMessage.escaped(note.message))]))
    return .object(members)
  }

  private static func physicalLocation(of place: Place) -> JSONValue? {
    guard let path = place.path, !path.isEmpty else { return nil }
    var members: [JSONValue.Member] = [
      .init("artifactLocation", ["uri": .string(FileURI.reference(toPath: path))])
    ]
    if let line = place.line, line >= 1 {
      var region: [JSONValue.Member] = [.init("startLine", .integer(line))]
      if let column = place.column, column >= 1 {
        region.append(.init("startColumn", .integer(column)))
      }
      members.append(.init("region", .object(region)))
    }
    return .object(members)
  }
}

/// The text of a SARIF message object.
private enum SARIFMessage {
  /// Escapes text that SARIF would interpret as a placeholder (`{0}`) or a link (`[text](target)`) (sections 3.11.5
  /// and 3.11.6).
  static func escaped(_ text: String) -> String {
    var escaped = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "{": escaped += "{{"
      case "}": escaped += "}}"
      case "]" where index + 1 < scalars.count && scalars[index + 1] == "(": escaped += "\\]"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
