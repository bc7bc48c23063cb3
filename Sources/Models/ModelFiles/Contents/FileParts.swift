import Files
import Parallelism

/// The parts into which a large model file is divided, so that several threads can read it.
///
/// Each part but the first begins with the start tag of what is probably an entity.
enum FileParts {
  /// The size for which a part is worth its costs: a parser, and the tables of names.
  private static let smallest = 32 << 10

  /// The size above which a part needs more memory than the caches of a processor have.
  private static let largest = 256 << 10

  /// The parts of a file; one for a small file, or if there is only one processor.
  static func ranges(of bytes: [UInt8]) -> [Range<Int>] {
    guard Workers.limit > 1 else { return [0..<bytes.count] }
    // Several for each thread, because parts may differ.
    let size = min(max(bytes.count / (Workers.limit * 4), smallest), largest)
    var starts = [0]
    while let last = starts.last, bytes.count - last >= 2 * size,
      let next = startOfEntity(in: bytes, from: last + size)
    {
      starts.append(next)
    }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { $0..<$1 }
  }

  private static let entityTag = Array("<entity ".utf8)

  /// The first start tag of an entity at a byte or behind it.
  private static func startOfEntity(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { buffer in
      var next = start
      while let place = buffer.offset(of: UInt8(ascii: "<"), from: next) {
        if buffer[place...].starts(with: entityTag) { return place }
        next = place + 1
      }
      return nil
    }
  }
}
