import CoreData
import Foundation
import HTTPServer
import LeagueWeb
import Testing

/// The metrics of the server for monitoring.
@Suite struct MetricsTests {
  private func number(_ name: String, _ text: String) -> Int? {
    text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
      .flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
  }

  @Test func countersAreAnswered() async throws {
    let site = try TestSite()
    let before = try await site.get("/metrics")
    #expect(before.status == 200)
    #expect(before.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
    #expect(before.headers["cache-control"] == "no-store")
    try site.add("Reds")
    let after = try await site.get("/metrics")
    let saves = "coredata_saves_total"
    let old = try #require(number(saves, before.body))
    #expect(try #require(number(saves, after.body)) > old)
    for value in CoreDataMetrics.current.values {
      #expect(number(value.name, after.body) != nil, "\(value.name)")
    }
    #expect(try await site.request("POST", "/metrics").status == 405)
    #expect(try await site.get("/metrics", ["Host": "example.org"]).status == 421)
    await site.web.stop()
  }

  /// Other machines have no access without the option.
  @Test(arguments: [("0.0.0.0", nil, 404), ("0.0.0.0", true, 200), ("127.0.0.1", false, 404)])
  func hostsThatAreAnswered(host: String, isWanted: Bool?, status: Int) async throws {
    var options = HTTPServerOptions()
    options.host = host
    let site = try TestSite(options: options, showsMetrics: isWanted)
    #expect(try await site.get("/metrics").status == status)
    await site.web.stop()
  }
}
