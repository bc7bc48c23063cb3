/// Builds the symbol of a declaration by the rules of Swift's name mangling.
///
/// Repeated names and types are written as substitutions, and repeated parts of names (words) too. The rules are those
/// of the compiler's document "Mangling"; a test compares the symbols with those of the compiler.
struct MangledName {
  private(set) var bytes: [UInt8] = Array("$s".utf8)

  /// The indices of substitutions by the keys of the replaced parts: identifiers, nominal types and structural types.
  private var substitutions: [String: Int] = [:]
  private var words: [[UInt8]] = []
  private var merge = Merge()

  /// The substitution at the end of the name, with which the next ones may be merged.
  private struct Merge {
    var position = -1
    var length = 0
    var count = 0
    var isStandard = false
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ code: String) {
    bytes += Array(code.utf8)
  }

  /// Appends an index: `_` for the first one, then `0_` and so on.
  private mutating func append(index: Int) {
    append(index == 0 ? "_" : "\(index - 1)_")
  }

  // MARK: Substitutions

  /// Makes the part appended last available for later substitutions.
  private mutating func remember(_ key: String) {
    if substitutions[key] == nil { substitutions[key] = substitutions.count }
  }

  /// Appends the substitution for a part that was appended before; returns false if there is none.
  private mutating func appendSubstitution(for key: String) -> Bool {
    guard let index = substitutions[key] else { return false }
    if index >= 26 {
      append("A")
      append(index: index - 26)
    } else {
      append(substitution: UInt8(ascii: "A") + UInt8(index), isStandard: false)
    }
    return true
  }

  private mutating func append(substitution letter: UInt8, isStandard: Bool) {
    if joins(letter, isStandard) { return }
    bytes += [UInt8(ascii: isStandard ? "S" : "A"), letter]
  }

  /// Merges a substitution with the one at the end: `AB` and `AC` become `AbC`, `AB` and `AB` become `A2B`.
  private mutating func joins(_ letter: UInt8, _ isStandard: Bool) -> Bool {
    if merge.count > 0, bytes.count == merge.position + merge.length,
      merge.isStandard == isStandard, let last = bytes.last
    {
      if last != letter, !isStandard {
        merge.position = bytes.count
        merge.count = 1
        bytes[bytes.count - 1] = last | 0x20
        bytes.append(letter)
        merge.length = 1
        return true
      }
      if last == letter {
        merge.count += 1
        bytes.removeSubrange(merge.position...)
        append("\(merge.count)")
        bytes.append(letter)
        merge.length = bytes.count - merge.position
        return true
      }
    }
    merge = Merge(position: bytes.count + 1, length: 1, count: 1, isStandard: isStandard)
    return false
  }

  // MARK: Identifiers

  /// Appends a name.
  mutating func append(identifier: String) {
    guard !appendSubstitution(for: "name \(identifier)") else { return }
    let name = Array(identifier.utf8)
    if name.allSatisfy({ $0 < 0x80 }) {
      appendWords(of: name)
    } else {
      let encoded = Punycode.encode(identifier)
      append("00\(encoded.utf8.count)")
      if let first = encoded.utf8.first, first == UInt8(ascii: "_") || first &- 0x30 < 10 {
        append("_")
      }
      append(encoded)
    }
    remember("name \(identifier)")
  }

  /// A word of a name that occurred in an earlier one.
  private struct Repetition {
    let start: Int
    let word: Int
  }

  private mutating func appendWords(of name: [UInt8]) {
    let repetitions = findWords(in: name)
    if !repetitions.isEmpty { append("0") }
    var position = 0
    for (index, repetition) in repetitions.enumerated() {
      appendLiteral(name[position..<repetition.start])
      position = repetition.start + words[repetition.word].count
      let isFollowed =
        index + 1 < repetitions.count && repetitions[index + 1].start == position
      bytes.append(UInt8(ascii: isFollowed ? "a" : "A") + UInt8(repetition.word))
      if !isFollowed, position == name.count { append("0") }
    }
    appendLiteral(name[position...])
  }

  private mutating func appendLiteral(_ part: ArraySlice<UInt8>) {
    guard !part.isEmpty else { return }
    append("\(part.count)")
    bytes += part
  }

  /// Finds the words of a name that occurred before, and records the new ones.
  private mutating func findWords(in name: [UInt8]) -> [Repetition] {
    var repetitions: [Repetition] = []
    var start: Int?
    for position in 0...name.count {
      let byte = position < name.count ? name[position] : 0
      if let first = start, Self.endsWord(byte, after: name[position - 1]) {
        let word = Array(name[first..<position])
        if let known = words.firstIndex(of: word) {
          repetitions.append(Repetition(start: first, word: known))
        } else if word.count >= 2, words.count < 26 {
          words.append(word)
        }
        start = nil
      }
      if start == nil, byte != 0, byte != UInt8(ascii: "_"), byte &- 0x30 >= 10 {
        start = position
      }
    }
    return repetitions
  }

  private static func endsWord(_ byte: UInt8, after last: UInt8) -> Bool {
    byte == 0 || byte == UInt8(ascii: "_") || !last.isUpper && byte.isUpper
  }

  // MARK: Contexts and types

  mutating func append(module: String) {
    if module == "Swift" {
      append("s")
    } else {
      append(identifier: module)
    }
  }

  /// Appends a type by its name.
  mutating func append(_ type: NominalType) {
    guard !appendSubstitution(for: type.key) else { return }
    if let parent = type.parent {
      append(parent)
    } else {
      append(module: type.module)
    }
    append(identifier: type.name)
    if let discriminator = type.discriminator {
      append(identifier: discriminator)
      append("LL")
    }
    append(type.kind.code)
    remember(type.key)
  }

  mutating func append(_ type: MangledType) {
    switch type {
    case .standard(let letter): append(substitution: letter, isStandard: true)
    case .builtin(let code): append(code)
    case .nominal(let type): append(type)
    case .protocol(let type):
      append(type.parent.map { _ in type.module } ?? type.module, protocolName: type.name)
    case .optional(let wrapped):
      guard !appendSubstitution(for: type.key) else { return }
      append(wrapped)
      append("Sg")
      remember(type.key)
    case .generic(let base, let arguments):
      guard !appendSubstitution(for: type.key) else { return }
      append(base)
      append("y")
      for argument in arguments { append(argument) }
      append("G")
      remember(type.key)
    }
  }

  private mutating func append(_ module: String, protocolName: String) {
    append(module: module)
    append(identifier: protocolName)
    append("_p")
  }

  /// Appends the parameters of a function.
  mutating func append(_ parameters: [(label: String?, type: MangledType)]) {
    guard let first = parameters.first else { return append("y") }
    append(first.type)
    guard parameters.count > 1 || first.label != nil else { return }
    append("_")
    for parameter in parameters.dropFirst() { append(parameter.type) }
    append("t")
  }
}

extension UInt8 {
  fileprivate var isUpper: Bool { self &- UInt8(ascii: "A") < 26 }
}

/// The encoding of names with non-ASCII characters in symbols.
enum Punycode {
  static func encode(_ text: String) -> String {
    let scalars = text.unicodeScalars.map(\.value)
    var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
    let basic = output.count
    var handled = basic
    if basic > 0 { output.append(UInt8(ascii: "_")) }
    var (n, delta, bias) = (UInt32(0x80), 0, 72)
    while handled < scalars.count {
      let next = scalars.filter { $0 >= n }.min() ?? n
      delta += Int(next - n) * (handled + 1)
      n = next
      for scalar in scalars {
        if scalar < n { delta += 1 }
        guard scalar == n else { continue }
        var (q, k) = (delta, 36)
        while true {
          let t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias
          guard q >= t else { break }
          output.append(digit(t + (q - t) % (36 - t)))
          q = (q - t) / (36 - t)
          k += 36
        }
        output.append(digit(q))
        bias = adapt(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(value < 26 ? Int(UInt8(ascii: "a")) + value : Int(UInt8(ascii: "A")) + value - 26)
  }

  private static func adapt(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var k = 0
    while delta > 455 {
      delta /= 35
      k += 36
    }
    return k + 36 * delta / (delta + 38)
  }
}
