import HTTPServer

/// A static file of a site, embedded in the program.
package struct SiteFile: Sendable {
  private let bytes: [UInt8]
  private let type: String
  private let tag: String

  package init(_ bytes: [UInt8], type: String) {
    self.bytes = bytes
    self.type = type
    let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    tag = "\"\(String(sum, radix: 16))\""
  }

  /// The file, or "304 Not Modified".
  package func response(to request: HTTPRequest) -> HTTPResponse {
    let known = request.headers.values(of: "If-None-Match").joined(separator: ",")
    let isKnown = known.split(separator: ",").contains {
      // A proxy may have made the entity tag weak.
      $0.split(separator: " ").last?.trimmingPrefix("W/") == tag[...]
    }
    let headers: HTTPHeaders = ["ETag": tag, "Cache-Control": "no-cache", "Content-Type": type]
    return isKnown
      ? HTTPResponse(.notModified, headers: headers)
      : HTTPResponse(.ok, headers: headers, body: bytes)
  }
}
