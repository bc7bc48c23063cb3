/// Does work after which Apple's platforms release what was autoreleased in it.
///
/// Nothing is autoreleased here; the function exists for the sake of programs that call it.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
