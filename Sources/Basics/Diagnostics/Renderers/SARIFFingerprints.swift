/// Fingerprints by which a service recognizes a finding in the next run, even if its line has moved.
///
/// A fingerprint is computed from the rule and the part of the model. A diagnostic without such a part has none, and
/// a service uses the line.
struct SARIFFingerprints {
  private var counts: [String: Int] = [:]

  /// Returns the fingerprint of the next diagnostic; equal ones are numbered.
  mutating func next(of diagnostic: Diagnostic) -> String? {
    guard let element = diagnostic.element else { return nil }
    let digest = Self.digest(of: "\(diagnostic.rule)\u{0}\(element)")
    let path = diagnostic.place.path ?? ""
    let count = counts["\(digest) \(path)", default: 0] + 1
    counts["\(digest) \(path)"] = count
    return "\(digest):\(count)"
  }

  /// Sixteen hexadecimal digits: FNV-1a, which is the same in every run.
  private static func digest(of text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
