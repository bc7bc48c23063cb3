/// Filters for the components of file paths.
let pathFilters: [Filter] = [
  Filter("basename", "The last part of a path.") { call in
    let path = try call.string()
    return .string(path.split(separator: "/").last.map(String.init) ?? path)
  },
  Filter("dirname", "A path without its last part; `.` if it has only one.") { call in
    .string(parent(of: try call.string()))
  },
]

private func parent(of path: String) -> String {
  let isAbsolute = path.hasPrefix("/")
  var parts: [Substring] = []
  let steps: [Substring] = path.split(separator: "/") + [".."]
  for part in steps where part != "." {
    if part != ".." {
      parts.append(part)
    } else if let last = parts.last, last != ".." {
      parts.removeLast()
    } else if !isAbsolute {
      parts.append(part)
    }
  }
  let joined = parts.joined(separator: "/")
  if isAbsolute { return "/" + joined }
  return joined.isEmpty ? "." : joined
}
