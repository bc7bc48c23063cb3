// Deflation: raw DEFLATE (RFC 1951), which stores use for their copy of the model. The only user of zlib.

import CZlib

/// Compresses and decompresses raw DEFLATE data, which has neither header nor checksum.
package enum Deflation {
  /// The reason why data cannot be decompressed.
  package enum Failure: Error, Hashable {
    /// The data are not valid DEFLATE data, or are truncated.
    case damaged
    /// The result would be larger than allowed.
    case tooLarge
    /// zlib cannot allocate memory.
    case outOfMemory
  }

  /// A negative window size asks zlib for raw data.
  private static let rawWindow: Int32 = -15

  /// Compresses bytes.
  package static func compress(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(
        &stream,
        Z_DEFAULT_COMPRESSION,
        Z_DEFLATED,
        rawWindow,
        8,
        Z_DEFAULT_STRATEGY,
        ZLIB_VERSION,
        size
      ) == Z_OK
    else { throw .outOfMemory }
    defer { deflateEnd(&stream) }
    return try run(&stream, over: bytes, limit: .max) { deflate($0, $1) }
  }

  /// Decompresses bytes, to at most `limit` bytes.
  package static func decompress(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, rawWindow, ZLIB_VERSION, size) == Z_OK else {
      throw .outOfMemory
    }
    defer { inflateEnd(&stream) }
    return try run(&stream, over: bytes, limit: limit) { inflate($0, $1) }
  }

  private static func run(
    _ stream: inout z_stream,
    over bytes: [UInt8],
    limit: Int,
    step: (UnsafeMutablePointer<z_stream>, Int32) -> Int32
  ) throws(Failure) -> [UInt8] {
    guard let count = UInt32(exactly: bytes.count) else { throw .tooLarge }
    var input = bytes
    var output: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 64 * 1024)
    var failure: Failure?
    input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = count
      var status = Z_OK
      while status == Z_OK {
        let written = page.withUnsafeMutableBufferPointer { target in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(target.count)
          status = step(&stream, Z_FINISH)
          return target.count - Int(stream.avail_out)
        }
        // With Z_FINISH zlib reports a full buffer although only the output is full.
        if status == Z_BUF_ERROR, written == page.count { status = Z_OK }
        guard written <= limit - output.count else {
          failure = .tooLarge
          return
        }
        output.append(contentsOf: page[..<written])
      }
      if status == Z_MEM_ERROR {
        failure = .outOfMemory
      } else if status != Z_STREAM_END {
        failure = .damaged
      }
    }
    if let failure { throw failure }
    return output
  }
}
