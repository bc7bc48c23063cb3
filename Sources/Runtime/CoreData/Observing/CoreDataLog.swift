import Foundation
import Synchronization

/// The messages of the module at run time; Apple's Core Data has no counterpart.
///
/// Without a ``handler`` warnings and errors go to standard error, one line each that begins with `CoreData:`, as do
/// statements (`-com.apple.CoreData.SQLDebug`) and migrations (`-com.apple.CoreData.MigrationDebug`) where these are
/// switched on. A handler gets every message, and decides:
///
/// ```swift
/// CoreDataLog.handler = { message in
///   guard message.level >= .notice else { return }
///   print(message.level, message.category, message.text, message.fields)
/// }
/// ```
///
/// It is called on a queue of its own, one message at a time in the order in which they came up, so that it may use
/// Core Data, wait, and take its time. Passwords are in no message, and values of objects only in statements that are
/// shown with their parameters (`SQLDebug 3`).
public enum CoreDataLog {
  /// Takes a message.
  public typealias Handler = @Sendable (_ message: Message) -> Void

  /// The handler, in a type of its own: a closure would get another wrapper with each access to the mutex, which is
  /// generic, and calls would need ever more stack.
  private struct Receiver: Sendable {
    let handler: Handler
  }

  private static let current = Mutex<Receiver?>(nil)

  /// The receiver of all messages; nil for standard error.
  ///
  /// It can be replaced at any time, and by any thread. A message goes to the handler that was there
  /// when it came up. Messages that a handler causes itself, on its thread or by `performAndWait`, are
  /// not passed to it, which would never end. Warnings and errors among them go to standard error.
  public static var handler: Handler? {
    get { current.withLock { $0?.handler } }
    set {
      if newValue != nil { LogDelivery.deliverAtExit() }
      let receiver = newValue.map { Receiver(handler: $0) }
      current.withLock { $0 = receiver }
    }
  }

  /// Waits until the handler has had all messages that came up so far, for a second at most.
  ///
  /// It is done when the program ends, and need not be called.
  @discardableResult
  public static func flush() -> Bool { LogDelivery.shared.flush(within: 1) }

  /// Writes a message to standard error as it would be without a handler, whatever its level is.
  public static func writeToStandardError(_ message: Message) {
    FileHandle.standardError.write(Data(message.lines.utf8))
  }
}

extension CoreDataLog {
  /// The importance of a message.
  public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    /// A step of the work, such as a statement.
    case debug
    /// Something that happens now and then, such as a store that is opened.
    case info
    /// Something that did not succeed, which an error reports to the program.
    case notice
    /// Something that works, and is probably not meant.
    case warning
    /// A failure that the program does not learn of otherwise.
    case error
    /// A mistake that ends the program.
    case critical

    /// Whether the left one matters less.
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
    /// Statements of stores in databases, while `-com.apple.CoreData.SQLDebug` shows them.
    case sql
    /// Saves that failed.
    case save
    /// Stores that are brought to another version of their model, and files of mapping models.
    case migration
    /// Files of models that cannot be loaded or merged.
    case model
    /// Classes and properties that do not fit the model.
    case object
    /// Predicates and expressions that mean nothing.
    case predicate
    /// Contexts that are used on a wrong thread.
    case concurrency
    /// Stores that are opened, or cannot be, and connections that are lost.
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

    /// The details of the message for programs, by names that stay the same from release to release.
    public let fields: [String: Field]

    /// The lines on standard error, each with its end.
    let lines: String

    /// The sentence.
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
  /// Hands a message to the handler, or writes it to standard error if it matters enough.
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

  /// Sends a message of a text and some fields.
  static func send(
    _ level: Level,
    _ category: Category,
    isShown: Bool = false,
    _ text: @autoclosure () -> String,
    _ fields: @autoclosure () -> [String: Field] = [:]
  ) {
    send(level, category, isShown: isShown) { Message(level, category, text(), fields()) }
  }

  /// Sends a message whose line on standard error does not name its level.
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
