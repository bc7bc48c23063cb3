import PredicateFormat
import PropertyLists

/// Reads the expressions in archives that are not models, such as those of mapping models.
package struct ArchivedExpressions {
  private var reader: CompiledModelReader

  package init(in archive: KeyedArchive) {
    reader = CompiledModelReader(archive)
  }

  /// Returns the expression that an archived object represents.
  ///
  /// - Throws: A ``CompiledModelError`` for an object that is not an expression, or one without a textual form.
  package mutating func expression(
    _ object: ArchivedObject
  ) throws(CompiledModelError) -> PredicateFormat.Expression {
    do {
      return try reader.expression(object, label: "an expression", depth: 0)
    } catch let error as CompiledModelError {
      throw error
    } catch let error as UnwritablePredicate {
      throw CompiledModelError(error.reason)
    } catch {
      throw CompiledModelError("\(error)")
    }
  }
}
