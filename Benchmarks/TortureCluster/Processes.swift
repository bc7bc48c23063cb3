import Foundation

/// Processes that run as an unprivileged user.
enum Unprivileged {
  /// The prefix of commands that must not run as root, such as PostgreSQL's.
  private static var prefix: [String] {
    guard geteuid() == 0 else { return [] }
    let name = getpwnam("postgres") == nil ? "nobody" : "postgres"
    return [
      "setpriv", "--reuid=\(name)", "--regid=\(getpwnam(name)?.pointee.pw_gid ?? 65_534)",
      "--clear-groups", "--",
    ]
  }

  static func start(_ words: [String], log: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = prefix + words
    process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
    process.standardInput = FileHandle.nullDevice
    if !FileManager.default.fileExists(atPath: log) {
      _ = FileManager.default.createFile(atPath: log, contents: nil)
    }
    let file = FileHandle(forWritingAtPath: log)
    file?.seekToEndOfFile()
    process.standardOutput = file
    process.standardError = file
    try process.run()
    return process
  }

  /// Creates a folder owned by that user.
  static func makeFolder() throws -> String {
    let path = "/tmp/torture-cluster-\(getpid())"
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755]
    )
    if geteuid() == 0, let user = getpwnam("postgres") ?? getpwnam("nobody") {
      chown(path, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    return path
  }
}

/// The processes of the machine.
enum ProcessTable {
  /// The processes below others.
  static func descendants(of roots: Set<pid_t>) -> [pid_t] {
    var children: [pid_t: [pid_t]] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let process = pid_t(name), let parent = parent(of: process) else { continue }
      children[parent, default: []].append(process)
    }
    var found: [pid_t] = []
    var open = Array(roots)
    while let process = open.popLast() {
      let next = (children[process] ?? []).filter { !roots.contains($0) }
      found += next
      open += next
    }
    return found
  }

  private static func parent(of process: pid_t) -> pid_t? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    return fields.count > 1 ? pid_t(fields[1]) : nil
  }
}

/// A request to a server of this machine.
struct LoopbackRequest {
  let port: Int
  let path: String

  /// The body of the response; nil if there is none within a second.
  func body() -> Data? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var time = timeval(tv_sec: 1, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor,
        SOL_SOCKET,
        option,
        &time,
        socklen_t(MemoryLayout<timeval>.size)
      )
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return nil }
    let request = Array("GET \(path) HTTP/1.0\r\nHost: localhost\r\n\r\n".utf8)
    guard write(descriptor, request, request.count) == request.count else { return nil }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      data.append(contentsOf: buffer[..<count])
    }
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    return data[end.upperBound...]
  }
}
