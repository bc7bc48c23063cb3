/// A limit on the work that reading a file may cause.
///
/// Objects of an archive can be shared: a small file can describe a model that is exponentially large,
/// in which every object refers twice to the next. The work of reading a genuine model is a small
/// multiple of the number of its objects.
struct ReadingBudget {
  private var steps: Int

  init(objectCount: Int) {
    steps = 100_000 + 32 * objectCount
  }

  /// Charges the budget for objects.
  mutating func charge(_ count: Int = 1) throws(CompiledModelError) {
    steps -= count
    guard steps >= 0 else {
      throw CompiledModelError("the archive expands into too many objects")
    }
  }
}
