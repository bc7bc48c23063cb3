import Foundation
import RawHTTPClient
import Studio
import Testing

/// A studio over a model in a folder of its own.
final class StudioSample: Sendable {
  let folder: URL
  let studio: Studio

  static let text = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" minimumToolsVersion="Automatic" \
    sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
        <entity name="Player" representedClassName="Player" syncable="YES" codeGenerationType="class">
            <attribute name="number" optional="YES" attributeType="Integer 16" defaultValueString="0" \
    usesScalarValueType="YES"/>
            <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team" \
    inverseName="players" inverseEntity="Team"/>
        </entity>
        <entity name="Team" representedClassName="Team" syncable="YES" codeGenerationType="class">
            <attribute name="city" optional="YES" attributeType="String"/>
            <relationship name="players" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Player" inverseName="team" inverseEntity="Player"/>
        </entity>
    </model>
    """

  init(_ text: String = text) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "studio-\(UUID().uuidString)")
    let version = folder.appending(path: "Club.xcdatamodeld/Club.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: version.appending(path: "contents"))
    studio = try Studio(model: folder.appending(path: "Club.xcdatamodeld").path)
  }

  /// A second studio over the same model.
  init(beside other: StudioSample) throws {
    folder = other.folder
    studio = try Studio(model: folder.appending(path: "Club.xcdatamodeld").path)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  var file: URL { folder.appending(path: "Club.xcdatamodeld/Club.xcdatamodel/contents") }

  var contents: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

  /// The secret segment of the address.
  var token: String { String(studio.address.split(separator: "/").last ?? "") }

  var host: String { "127.0.0.1:\(studio.port)" }

  var model: URL { folder.appending(path: "Club.xcdatamodeld") }

  /// Requests a page of a studio, by its path after the token.
  func get(_ path: String, of studio: Studio) async throws -> String {
    let token = studio.address.split(separator: "/").last ?? ""
    return try await exchange(
      "GET /\(token)/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\n",
      of: studio
    )
  }

  /// Requests a page by its path after the token.
  func get(_ path: String = "", host: String? = nil) async throws -> String {
    try await exchange("GET /\(token)/\(path) HTTP/1.1\r\nHost: \(host ?? self.host)\r\n")
  }

  /// Submits a form.
  func post(
    _ path: String,
    _ fields: [(String, String)],
    origin: String? = nil,
    token: String? = nil,
    of other: Studio? = nil
  ) async throws -> String {
    let studio = other ?? self.studio
    let secret = String(studio.address.split(separator: "/").last ?? "")
    let host = "127.0.0.1:\(studio.port)"
    let all = [("token", token ?? secret)] + fields
    let body = all.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&")
    return try await exchange(
      "POST /\(secret)/\(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin ?? "http://\(host)")\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n",
      body,
      of: studio
    )
  }

  func exchange(
    _ head: String,
    _ body: String = "",
    of studio: Studio? = nil
  ) async throws -> String {
    let client = try RawClient(port: (studio ?? self.studio).port)
    return try await client.exchange("\(head)Connection: close\r\n\r\n\(body)")
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

extension String {
  /// The status code of a response.
  var status: Int { Int(split(separator: " ").dropFirst().first ?? "") ?? 0 }
}
