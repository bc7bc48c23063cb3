// A fuzzer for compiled models: bytes that no compiler wrote must give an error or a model, and a model
// that was read must be written, or refused with an error. It is not a target of the package, since
// libFuzzer has its own `main`. From the root of the package:
//
//   swift build -c release --scratch-path .build/fuzz --target ModelFiles \
//     -Xswiftc -sanitize=fuzzer,address -Xswiftc -parse-as-library
//   swiftc -O -sanitize=fuzzer,address -parse-as-library \
//     -package-name "$(basename "$PWD" | tr A-Z a-z)" -I .build/fuzz/release/Modules \
//     -Xcc -fmodule-map-file=Sources/System/CLibXML2/module.modulemap $(xml2-config --cflags) \
//     Tests/Fuzz/ModelFilesFuzz/CompiledFuzz.swift -lxml2 \
//     .build/fuzz/release/{ModelFiles,ManagedModel,PredicateFormat,PropertyLists,Diagnostics}.build/*.o \
//     -o .build/fuzz/compiled
//   .build/fuzz/compiled -max_total_time=60 -detect_leaks=0 FOLDER-OF-MOM-FILES
//
// (Lazily initialized constants would count as leaks.)

import Diagnostics
import ManagedModel
import ModelFiles

/// One run of the fuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCompiledModel(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var collector = DiagnosticCollector()
  guard let model = try? CompiledModelReader.read(bytes, reportingTo: &collector),
    let written = try? CompiledModelWriter.bytes(of: model)
  else { return 0 }
  // Written models can be read, and are equal.
  guard let read = try? CompiledModelReader.read(written, reportingTo: &collector),
    (try? CompiledModelWriter.bytes(of: read)) == written
  else { fatalError("the model was not the same afterwards") }
  return 0
}
