import Foundation
import Testing

/// Checks a SARIF log against the schema of version 2.1.0 in everything that we write: no unknown
/// members, the required ones, their types and enumerated values; and consistency that the schema
/// cannot express, such as of indices and names.
struct SARIFCheck {
  private let log: [String: Any]

  /// The values that a member of an object may have.
  private indirect enum Shape: Sendable {
    case text
    case uri
    case word([String])
    case integer(atLeast: Int)
    case object(String)
    case list(of: Shape)
    case texts
  }

  /// An object of the schema; members other than these are errors here, although the schema allows some.
  private struct Object: Sendable {
    var required: [String] = []
    var members: [String: Shape]
  }

  private static let levels = ["none", "note", "warning", "error"]

  private static let objects: [String: Object] = [
    "sarifLog": Object(
      required: ["version", "runs"],
      members: [
        "$schema": .uri, "version": .word(["2.1.0"]), "runs": .list(of: .object("run")),
      ]
    ),
    "run": Object(
      required: ["tool"],
      members: [
        "tool": .object("tool"), "results": .list(of: .object("result")),
        "columnKind": .word(["utf16CodeUnits", "unicodeCodePoints"]),
      ]
    ),
    "tool": Object(required: ["driver"], members: ["driver": .object("toolComponent")]),
    "toolComponent": Object(
      required: ["name"],
      members: [
        "name": .text, "version": .text, "informationUri": .uri,
        "rules": .list(of: .object("reportingDescriptor")),
      ]
    ),
    "reportingDescriptor": Object(
      required: ["id"],
      members: [
        "id": .text, "shortDescription": .object("multiformatMessageString"), "helpUri": .uri,
        "defaultConfiguration": .object("reportingConfiguration"),
      ]
    ),
    "reportingConfiguration": Object(members: ["level": .word(levels)]),
    "multiformatMessageString": Object(required: ["text"], members: ["text": .text]),
    "result": Object(
      required: ["message"],
      members: [
        "ruleId": .text, "ruleIndex": .integer(atLeast: -1), "level": .word(levels),
        "message": .object("message"), "locations": .list(of: .object("location")),
        "relatedLocations": .list(of: .object("location")), "partialFingerprints": .texts,
      ]
    ),
    "message": Object(required: ["text"], members: ["text": .text]),
    "location": Object(
      members: [
        "physicalLocation": .object("physicalLocation"), "message": .object("message"),
        "logicalLocations": .list(of: .object("logicalLocation")),
      ]
    ),
    "physicalLocation": Object(
      required: ["artifactLocation"],
      members: ["artifactLocation": .object("artifactLocation"), "region": .object("region")]
    ),
    "artifactLocation": Object(required: ["uri"], members: ["uri": .uri]),
    "region": Object(
      required: ["startLine"],
      members: ["startLine": .integer(atLeast: 1), "startColumn": .integer(atLeast: 1)]
    ),
    "logicalLocation": Object(
      required: ["fullyQualifiedName"],
      members: ["name": .text, "fullyQualifiedName": .text, "kind": .word(["type", "member"])]
    ),
  ]

  init(_ data: Data) throws {
    log = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  func check(results count: Int) throws {
    #expect(Self.faults(of: log, as: .object("sarifLog"), at: "log").isEmpty)
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(ids.count == rules.count && Set(ids).count == ids.count)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == count)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(ids[index] == result["ruleId"] as? String)
      #expect((result["locations"] as? [Any])?.isEmpty == false)
    }
  }

  /// The names of the model's parts in findings.
  var elements: [String] {
    let run = (log["runs"] as? [[String: Any]])?.first
    let results = run?["results"] as? [[String: Any]] ?? []
    return results.flatMap { result in
      (result["locations"] as? [[String: Any]] ?? [])
        .flatMap { $0["logicalLocations"] as? [[String: Any]] ?? [] }
        .compactMap { $0["fullyQualifiedName"] as? String }
    }
  }

  private static func faults(of value: Any, as shape: Shape, at path: String) -> [String] {
    switch shape {
    case .text: value is String ? [] : ["\(path) is no text"]
    case .uri:
      (value as? String).map { URL(string: $0) != nil && !$0.contains(" ") } == true
        ? [] : ["\(path) is no URI"]
    case .word(let words):
      (value as? String).map(words.contains) == true ? [] : ["\(path) is not one of \(words)"]
    case .integer(let least):
      (value as? Int).map { $0 >= least } == true ? [] : ["\(path) is less than \(least)"]
    case .texts:
      (value as? [String: String])?.isEmpty == false ? [] : ["\(path) is not an object of texts"]
    case .list(let element):
      (value as? [Any])?.enumerated().flatMap {
        faults(of: $1, as: element, at: "\(path)[\($0)]")
      } ?? ["\(path) is no list"]
    case .object(let name): faults(of: value, asObject: name, at: path)
    }
  }

  private static func faults(of value: Any, asObject name: String, at path: String) -> [String] {
    guard let object = objects[name], let members = value as? [String: Any] else {
      return ["\(path) is no \(name)"]
    }
    var faults = object.required.filter { members[$0] == nil }.map { "\(path) has no \($0)" }
    for (key, value) in members {
      if let shape = object.members[key] {
        faults += self.faults(of: value, as: shape, at: "\(path).\(key)")
      } else {
        faults.append("\(path) has the unknown member \(key)")
      }
    }
    return faults
  }
}
