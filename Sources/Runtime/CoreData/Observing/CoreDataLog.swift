import Foundation
import Synchronization

/// The log messages of the module; Apple's Core Data has no counterpart.
///
/// Without a ``handler`` warnings and errors go to standard error, one line each that begins with `CoreData:`, as do
/// statements (`-com.apple.CoreData.SQLDebug`) and migrations (`-com.apple.CoreData.MigrationDebug`) if these are
/// enabled. A handler receives every message, and can filter them:
///
/// ```swift
/// CoreDataLog.handler = { message in
///   guard message.level >= .notice else { return }
///   print(message.level, message.category, message.text, message.fields)
/// }
/// ```
///
/// It is called on a queue of its own, one message at a time in the order of their creation, so that it may use Core
/// Data and block. Messages never contain passwords, and values of objects only in statements that are shown with
/// their parameters (`SQLDebug 3`).
public enum CoreDataLog {
  /// A function that receives messages.
  public typealias Handler = @Sendable (_ message: Message) -> Void

  /// The handler, in a wrapper type: a closure would be wrapped once more at each access to the mutex, which is
  /// generic, and calls would need more and more stack.
  private struct Receiver: Sendable {
    let handler: Handler
  }

  private static let current = Mutex<Receiver?>(nil)

  /// The handler of all messages; nil for standard error.
  ///
  /// It can be replaced at any time, and by any thread. A message is passed to the handler that was set when it was
  /// created. Messages that a handler causes itself, on its thread or by `performAndWait`, are not passed to it,
  /// which would be endless recursion. Warnings and errors among them are written to standard error.
  public static var handler: Handler? {
    get { current.withLock { $0?.handler } }
    set {
      if newValue != nil { LogDelivery.deliverAtExit() }
      let receiver = newValue.map { Receiver(handler: $0) }
      current.withLock { $0 = receiver }
    }
  }

  /// Waits until the handler has received all messages so far, for a second at most.
  ///
  /// It is called when the program ends, and need not be called otherwise.
  @discardableResult
  public static func flush() -> Bool { LogDelivery.shared.flush(within: 1) }

  /// Writes a message to standard error as without a handler, whatever its level.
  public static func writeToStandardError(_ message: Message) {
    FileHandle.standardError.write(Data(message.lines.utf8))
  }
}

extension CoreDataLog {
  /// The importance of a message.
  public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    /// A single operation, such as a statement.
    case debug
    /// An occasional event, such as a store that is opened.
    case info
    /// A failure that an error reports to the program.
    case notice
    /// Something that works, but is probably unintended.
    case warning
    /// A failure that the program is not notified of otherwise.
    case error
    /// A mistake that ends the program.
    case critical

    /// Whether the left level is less important.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The name of the level.
    public var description: String {
      switch self {
      case .debug: "debug"
      case .info: "info"
      case .notice: "notice"
      case .warning: "warning"
      case .error: "error"
      case .critical: "critical"
      }
    }
  }

  /// The subject of a message.
  public enum Category: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Statements of stores in databases, while `-com.apple.CoreData.SQLDebug` is enabled.
    case sql
    /// Saves that failed.
    case save
    /// Migrations of stores, and files of mapping models.
    case migration
    /// Files of models that cannot be loaded or merged.
    case model
    /// Classes and properties that do not match the model.
    case object
    /// Invalid predicates and expressions.
    case predicate
    /// Contexts that are used on a wrong thread.
    case concurrency
    /// Stores that are opened, or cannot be, and lost connections.
    case store

    /// The name of the category.
    public var description: String { rawValue }
  }

  /// A value of a field.
  public enum Field: Sendable, Hashable, CustomStringConvertible {
    case text(String)
    case integer(Int)
    case number(Double)

    /// The value as text.
    public var description: String {
      switch self {
      case .text(let text): text
      case .integer(let number): "\(number)"
      case .number(let number): "\(number)"
      }
    }
  }

  /// One message.
  public struct Message: Sendable, Hashable, CustomStringConvertible {
    /// The importance.
    public let level: Level

    /// Its subject.
    public let category: Category

    /// A sentence for people.
    public let text: String

    /// The details of the message for programs, by names that are stable across releases.
    public let fields: [String: Field]

    /// The lines on standard error, each with its end.
    let lines: String

    /// The text of the message.
    public var description: String { text }

    init(
      _ level: Level,
      _ category: Category,
      _ text: String,
      _ fields: [String: Field] = [:],
      lines: String? = nil
    ) {
      self.level = level
      self.category = category
      self.text = text
      self.fields = fields
      let word = level == .warning || level == .error ? "\(level): " : ""
      self.lines = lines ?? "CoreData: \(word)\(text)\n"
    }
  }
}

// MARK: Sending

extension CoreDataLog {
  /// Passes a message to the handler, or writes it to standard error if it is important enough.
  static func send(
    _ level: Level,
    _ category: Category,
    isShown: Bool = false,
    _ message: () -> Message
  ) {
    let handler = self.handler
    if let handler, !LogDelivery.isDelivering {
      return LogDelivery.shared.add(message(), to: handler)
    }
    let isOwnWork = handler != nil
    if level >= .warning || isShown && !isOwnWork { writeToStandardError(message()) }
  }

  /// Sends a message with a text and some fields.
  static func send(
    _ level: Level,
    _ category: Category,
    isShown: Bool = false,
    _ text: @autoclosure () -> String,
    _ fields: @autoclosure () -> [String: Field] = [:]
  ) {
    send(level, category, isShown: isShown) { Message(level, category, text(), fields()) }
  }

  /// Sends a message whose line on standard error does not contain its level.
  static func sendPlainly(
    _ level: Level,
    _ category: Category,
    _ text: String,
    _ fields: [String: Field] = [:]
  ) {
    send(level, category) {
      Message(level, category, text, fields, lines: "CoreData: \(text)\n")
    }
  }
}
