import Diagnostics
import ManagedModel
import Testing

@testable import ModelFiles

@Suite struct RandomModelTests {
  @Test(arguments: 0..<20)
  func modelsReadBack(series: UInt64) throws {
    for seed in series * 8..<(series + 1) * 8 {
      let model = RandomModel.make(seed: seed)
      let expected = model.compiledForm
      let bytes = try CompiledModelWriter.bytes(of: model)
      var collector = DiagnosticCollector()
      let read = try CompiledModelReader.read(bytes, reportingTo: &collector)
      #expect(read.firstDifference(from: expected) == nil, "seed \(seed)")
      let isEqual = read == expected
      #expect(isEqual, "seed \(seed)")
      #expect(collector.diagnostics.isEmpty, "seed \(seed)")
      // The output depends only on the model.
      #expect(try CompiledModelWriter.bytes(of: read) == CompiledModelWriter.bytes(of: expected))
    }
  }
}
