/// The cause and the remedy of a problem.
struct Advice {
  let cause: String
  let remedy: String

  /// An example with the problem or its solution: a piece of a file, or lines of a program.
  let example: String?

  init(_ cause: String, remedy: String, example: String? = nil) {
    self.cause = cause
    self.remedy = remedy
    self.example = example
  }
}
