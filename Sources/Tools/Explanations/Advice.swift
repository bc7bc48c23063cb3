/// The reason why a problem is reported, and what to do about it.
struct Advice {
  let cause: String
  let remedy: String

  /// An example with the problem, or one that solves it: a piece of a file, or lines of a program.
  let example: String?

  init(_ cause: String, remedy: String, example: String? = nil) {
    self.cause = cause
    self.remedy = remedy
    self.example = example
  }
}
