import Foundation
import Testing

/// A SARIF log, held to what version 2.1.0 of the standard demands of its structure.
struct SARIFCheck {
  private let log: [String: Any]

  init(_ data: Data) throws {
    log = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  func check(results count: Int) throws {
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.contains("sarif-2.1.0") == true)
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    let run = try #require(runs.first)
    let tool = try #require(run["tool"] as? [String: Any])
    let driver = try #require(tool["driver"] as? [String: Any])
    #expect((driver["name"] as? String)?.isEmpty == false)
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(ids.count == rules.count && Set(ids).count == ids.count)
    for rule in rules {
      #expect((rule["shortDescription"] as? [String: Any])?["text"] is String)
      let level = (rule["defaultConfiguration"] as? [String: Any])?["level"] as? String
      if let level { #expect(["none", "note", "warning", "error"].contains(level)) }
    }
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == count)
    for result in results { try check(result, ids) }
  }

  private func check(_ result: [String: Any], _ ids: [String]) throws {
    let index = try #require(result["ruleIndex"] as? Int)
    #expect(ids[index] == result["ruleId"] as? String)
    #expect(["note", "warning", "error"].contains(result["level"] as? String))
    #expect(((result["message"] as? [String: Any])?["text"] as? String)?.isEmpty == false)
    let places =
      (result["locations"] as? [[String: Any]] ?? [])
      + (result["relatedLocations"] as? [[String: Any]] ?? [])
    #expect(!places.isEmpty)
    for place in places {
      let physical = try #require(place["physicalLocation"] as? [String: Any])
      let artifact = try #require(physical["artifactLocation"] as? [String: Any])
      let uri = try #require(artifact["uri"] as? String)
      #expect(URL(string: uri) != nil && !uri.contains(" "))
      if let region = physical["region"] as? [String: Any] {
        #expect((region["startLine"] as? Int ?? 0) >= 1)
        #expect((region["startColumn"] as? Int ?? 1) >= 1)
      }
    }
  }
}
