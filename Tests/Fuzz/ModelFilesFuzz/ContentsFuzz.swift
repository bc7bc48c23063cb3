// Feeds arbitrary bytes to the reader of model files and checks invariants for every file: the result is
// a model or a reason, the position of a reason can be found, and the written model is read back as the same
// model. It is not a target of the package, since libFuzzer has its own `main`; `make fuzz` builds
// and runs it.

import Diagnostics
import ManagedModel
import ModelFiles

/// One run of the fuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzContents(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let reading = ContentsReader.read(bytes)
  let source = SourceMap(path: "contents", bytes: bytes)
  _ = source.diagnostics(for: reading.problems)
  guard let model = reading.model else {
    precondition(!reading.problems.isEmpty, "refused without a reason")
    return 0
  }
  let resolved = ResolvedModel(model)
  _ = source.diagnostics(for: ModelValidator.problems(in: resolved))
  _ = VersionHashes(resolved).checksum
  let written = ContentsWriter.write(model)
  guard let again = ContentsReader.read(written).model else {
    preconditionFailure("what was written cannot be read")
  }
  precondition(ContentsWriter.write(again) == written, "writing is not stable")
  return 0
}
