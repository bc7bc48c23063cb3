// Feeds arbitrary bytes to the predicate parser and checks invariants for every text. libFuzzer calls
// it; the package does not build it, because `swift build` would need to link the fuzzer's own main
// function. Both modules are compiled as one, so that no import is needed:
//
//   swiftc -sanitize=fuzzer,address -parse-as-library -O -swift-version 6 -package-name fuzz \
//     $(find Sources/Basics/PredicateFormat Tests/Fuzz/PredicateFormatFuzz -name '*.swift') -o predicate-fuzz
//   ./predicate-fuzz -max_total_time=60 -max_len=4096 -dict=Tests/Fuzz/PredicateFormatFuzz/predicate.dict

/// Reads the bytes as a predicate and as an expression.
///
/// A violated invariant traps, which the fuzzer reports.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  checkPredicate(text)
  checkExpression(text)
  return 0
}

/// Checks that the meaning of a text does not change when it is printed and read again, in either style.
private func checkPredicate(_ text: String) {
  do throws(PredicateSyntaxError) {
    let predicate = try Predicate(parsing: text)
    let printed = predicate.description
    precondition((try? Predicate(parsing: printed, maximumDepth: 1024)) == predicate, printed)
    let apple = predicate.predicateFormat
    let again = try? Predicate(parsing: apple, maximumDepth: 1024)
    precondition(again?.predicateFormat == apple, apple)
    precondition(predicate.arguments.map(\.index) == Array(0..<predicate.arguments.count), printed)
    _ = predicate.variables
    _ = predicate.keyPaths
  } catch {
    precondition((0...text.utf8.count).contains(error.utf8Offset), error.description)
  }
}

private func checkExpression(_ text: String) {
  do throws(PredicateSyntaxError) {
    let expression = try Expression(parsing: text)
    let printed = expression.description
    precondition((try? Expression(parsing: printed, maximumDepth: 1024)) == expression, printed)
    _ = expression.derivationForm.description
  } catch {
    precondition((0...text.utf8.count).contains(error.utf8Offset), error.description)
  }
}
