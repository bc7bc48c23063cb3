import Diagnostics

/// What is wrong with a file that was to be imported, all of it in the order of the file.
package struct ImportFailure: Error, Sendable, Hashable {
  package let problems: [Diagnostic]
}
