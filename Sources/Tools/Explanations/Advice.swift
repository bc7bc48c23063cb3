/// Why a problem is reported, and what to do about it.
struct Advice {
  let cause: String
  let remedy: String

  /// What has the problem, or what solves it: a piece of a file, or lines of a program.
  let example: String?

  init(_ cause: String, remedy: String, example: String? = nil) {
    self.cause = cause
    self.remedy = remedy
    self.example = example
  }
}
