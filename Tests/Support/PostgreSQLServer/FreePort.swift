import Foundation

/// A TCP port of this machine that no program uses.
enum FreePort {
  /// Ports below those that the system gives to connections.
  private static let ports = 20_000..<32_000

  /// Returns a random one, so that servers that start at the same time get different ones.
  static func random() throws -> Int {
    for _ in 0..<100 {
      let port = Int.random(in: ports)
      if isFree(port) { return port }
    }
    throw PostgreSQLServer.Absence(description: "There is no free port for PostgreSQL.")
  }

  private static func isFree(_ port: Int) -> Bool {
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard handle >= 0 else { return false }
    defer { close(handle) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(handle, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
