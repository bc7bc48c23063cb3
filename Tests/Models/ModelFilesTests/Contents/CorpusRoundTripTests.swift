import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import Testing

@testable import ModelFiles

/// Every real model is written as it was read.
@Suite(.enabled(if: Corpus.isAvailable()))
struct CorpusRoundTripTests {
  @Test(arguments: Corpus.contents)
  func writesBackTheSameDocument(file: URL) throws {
    let bytes = try [UInt8](Data(contentsOf: file))
    let reading = ContentsReader.read(bytes)
    let model = try #require(reading.model, "\(reading.problems)")
    #expect(
      reading.problems.filter { $0.severity == .error }.isEmpty,
      "\(reading.problems.map(\.message))"
    )

    let written = ContentsWriter.write(model)
    #expect(String(decoding: written, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
    #expect(ContentsReader.read(written).model == model)
  }
}
