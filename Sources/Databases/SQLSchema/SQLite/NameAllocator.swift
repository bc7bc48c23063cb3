/// Allocates names that are unique for SQLite, which compares without regard to the case of ASCII letters.
struct NameAllocator {
  private var used: Set<[UInt8]> = []
  private var nextSuffixes: [[UInt8]: Int] = [:]

  init(reserving names: [String] = []) {
    for name in names { used.insert(Self.folded(name)) }
  }

  /// The name itself, or the name with the least number suffix that makes it unique.
  mutating func unique(_ name: String) -> String {
    let key = Self.folded(name)
    if used.insert(key).inserted { return name }
    var suffix = nextSuffixes[key] ?? 1
    while !used.insert(key + Array(String(suffix).utf8)).inserted { suffix += 1 }
    nextSuffixes[key] = suffix + 1
    return name + String(suffix)
  }

  private static func folded(_ name: String) -> [UInt8] {
    SQLiteText.storable(name).utf8.map { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
    }
  }
}
