/// Runs a body, after which Apple's platforms release objects that were autoreleased in it.
///
/// Nothing is autoreleased here; the function exists for programs that call it.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
