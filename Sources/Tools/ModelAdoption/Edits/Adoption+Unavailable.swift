import SwiftSource

// Names that exist on Apple's platforms only, and their replacements.

extension Adoption {
  private struct Interface {
    let name: String

    /// The texts before and behind the name.
    let before: StaticString?
    let behind: StaticString?
    let hint: String

    /// Whether the name is the first label of a call, so that the call is reported.
    var isLabel: Bool { name == "subsystem" }

    init(
      _ name: String,
      before: StaticString? = nil,
      behind: StaticString? = nil,
      _ hint: String
    ) {
      self.name = name
      self.before = before
      self.behind = behind
      self.hint = hint
    }
  }

  private static let observing =
    "observe with 'observe(_:options:changeHandler:)' or 'withObservationTracking', or put the code "
    + "between '\(condition)' and '#endif'"

  private static let combine =
    "observe with 'withObservationTracking', or put the code between '#if canImport(Combine)' and "
    + "'#endif'"

  private static let logging =
    "put the code between '#if canImport(os)' and '#endif', or log with a function of the sources"

  private static let runtime = "put the code between '\(condition)' and '#endif'"

  private static let measuring = "call 'measure' with the closure alone, or \(runtime)"

  private static let interfaces = Dictionary(
    grouping: [
      Interface("objectWillChange", before: ".", combine),
      Interface("publisher", before: ".", behind: "(", combine),
      Interface("Published", before: "@", combine),
      Interface("observeValue", before: "func", behind: "(", observing),
      Interface(
        "keyValueObservingExpectation",
        behind: "(",
        "wait for an 'XCTestExpectation' that "
          + "'observe(_:options:changeHandler:)' fulfills"
      ),
      Interface(
        "XCTKVOExpectation",
        "wait for an 'XCTestExpectation' that "
          + "'observe(_:options:changeHandler:)' fulfills"
      ),
      Interface("os_log", behind: "(", logging),
      Interface("os_signpost", behind: "(", logging),
      Interface("subsystem", before: "(", behind: ":", logging),
      Interface("OSSignposter", behind: "(", logging),
      Interface("OSAllocatedUnfairLock", "lock with an 'NSLock' or a 'Mutex'"),
      Interface("os_unfair_lock", "lock with an 'NSLock' or a 'Mutex'"),
      Interface("objc_setAssociatedObject", behind: "(", runtime),
      Interface("objc_getAssociatedObject", behind: "(", runtime),
      Interface("objc_sync_enter", behind: "(", "lock with an 'NSLock' or a 'Mutex'"),
      Interface("objc_sync_exit", behind: "(", "lock with an 'NSLock' or a 'Mutex'"),
      Interface("method_exchangeImplementations", behind: "(", runtime),
      Interface("class_getInstanceMethod", behind: "(", runtime),
      Interface("class_getSuperclass", behind: "(", runtime),
      Interface("class_getName", behind: "(", "call 'NSStringFromClass', or \(runtime)"),
      Interface("class_copyPropertyList", behind: "(", runtime),
      Interface("object_getClass", behind: "(", "call 'type(of:)', or \(runtime)"),
      Interface("object_getClassName", behind: "(", "call 'type(of:)', or \(runtime)"),
      Interface("XCTContext", behind: ".", "call the closure itself, or \(runtime)"),
      Interface("XCTExpectFailure", behind: "(", runtime),
      Interface("XCTAttachment", runtime),
      Interface("XCTIssue", runtime),
      Interface("XCTMeasureOptions", measuring),
      Interface("XCTClockMetric", measuring),
      Interface("XCTCPUMetric", measuring),
      Interface("XCTMemoryMetric", measuring),
      Interface("XCTStorageMetric", measuring),
      Interface("XCTDarwinNotificationExpectation", runtime),
    ],
    by: \.name
  )

  mutating func reportUnavailable(in file: Int) {
    let source = module.files[file].source
    for index in source.tokens.indices where source.tokens[index].kind == .word {
      if let member = memberOfAnyObject(index, in: source),
        replacement(of: member, in: source) == nil
      {
        report(
          .unavailable,
          at: member,
          of: file,
          "'\(source.text(member))' of any object needs Objective-C",
          hint: "cast to 'NSObject', or to the type that has the member"
        )
      }
      if source.is(index, "forKeyPath"), isObserving(index, in: source),
        !handledNames.contains([file, index])
      {
        report(
          .unavailable,
          at: index,
          of: file,
          "'addObserver(_:forKeyPath:options:context:)' "
            + "needs Objective-C",
          hint: Self.observing
        )
      }
      guard let found = Self.interfaces[source.text(index)]?.first,
        found.before.map({ source.is(index - 1, $0) }) ?? true,
        found.behind.map({ source.is(index + 1, $0) }) ?? true, !source.isInactiveOnLinux(index),
        // Its override is reported instead.
        found.name == "observeValue" || !isDeclared(found.name), !isInLog(index, of: file),
        !handledNames.contains([file, index])
      else { continue }
      report(
        .unavailable,
        at: index,
        of: file,
        "'\(found.isLabel ? source.text(index - 2) : found.name)' does not exist on Linux",
        hint: found.hint
      )
    }
  }

  /// Whether a label is one of a call that adds an observer.
  private func isObserving(_ label: Int, in source: SwiftSourceFile) -> Bool {
    guard source.is(label + 1, ":"), !source.isInactiveOnLinux(label) else { return false }
    var next = label - 1
    // The call begins a few tokens earlier.
    for _ in 0..<40 where next > 0 {
      if source.is(next, "(") {
        return source.is(next - 1, "addObserver")
          || source.is(next - 1, "removeObserver")
      }
      next = (source.partner(next).map { min($0, next) } ?? next) - 1
    }
    return false
  }

  /// Whether the sources declare the name themselves.
  private func isDeclared(_ name: String) -> Bool {
    module.types[name] != nil || module.variables.values.contains { $0[name] != nil }
      || module.memberFunctions[name] != nil
  }
}
