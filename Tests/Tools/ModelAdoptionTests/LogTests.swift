import SwiftSource
import Testing

@testable import ModelAdoption

extension AdoptionTests {
  /// System logging is omitted on Linux if a statement only logs.
  @Test func logs() {
    let before = """
      import os.log
      let log = OSLog(subsystem: "a", category: "b")
      extension Logger {
        static let store = Logger(subsystem: "a", category: "b")
      }
      class A {
        private let logger = Logger()
        func f() {
          logger.info("x")
          self.logger.error("\\(x, privacy: .public)")
          Logger.store.debug("y")
          os_log("z", log: log, type: .info)
          g { [weak self] in
            self?.logger.notice("v")
          }
        }
      }

      """
    let after = """
      #if canImport(os)
      import os.log
      #else
      import Foundation
      #endif
      #if canImport(ObjectiveC)
      let log = OSLog(subsystem: "a", category: "b")
      #endif
      #if canImport(ObjectiveC)
      extension Logger {
        static let store = Logger(subsystem: "a", category: "b")
      }
      #endif
      class A {
        #if canImport(ObjectiveC)
        private let logger = Logger()
        #endif
        func f() {
          #if canImport(ObjectiveC)
          logger.info("x")
          #endif
          #if canImport(ObjectiveC)
          self.logger.error("\\(x, privacy: .public)")
          #endif
          #if canImport(ObjectiveC)
          Logger.store.debug("y")
          #endif
          #if canImport(ObjectiveC)
          os_log("z", log: log, type: .info)
          #endif
          g { [weak self] in
            #if canImport(ObjectiveC)
            self?.logger.notice("v")
            #endif
          }
        }
      }

      """
    expect([before], [after])
  }

  /// A logger with another use stays, and is reported by its name.
  @Test(arguments: [
    "class A {\n  let l = Logger(subsystem: \"a\", category: \"b\")\n  func f() {\n    g(l)\n  }\n}\n",
    "class A {\n  let l = Logger(subsystem: \"a\", category: \"b\")\n  func f() { l.info(\"x\") }\n}\n",
    "class A {\n  let l = Logger(subsystem: \"a\", category: \"b\")\n  func f() {\n    switch a {\n    case 1:\n      l.info(\"x\")\n    default:\n      g()\n    }\n  }\n}\n",
    "class A {\n  let l = Logger(subsystem: \"a\", category: \"b\")\n  func f() {\n    let b = l.log(\"x\")\n  }\n}\n",
    "class A {\n  lazy var l = { Logger(subsystem: \"a\", category: \"b\") }()\n}\n",
  ])
  func loggersThatAreUsedOtherwise(_ text: String) {
    let file = AdoptedFile(path: "A.swift", bytes: Array(text.utf8))
    let module = SourceModule(name: "M", files: [file], models: [])
    let adopted = Adoption(of: module, rules: Set(AdoptionRule.allCases)).texts[0]
    #expect(String(decoding: adopted.bytes, as: UTF8.self) == text)
    #expect(adopted.findings.map(\.message) == ["'Logger' does not exist on Linux"])
  }

  /// A private logger is visible in its file alone, and other types may have members with the same name.
  @Test func loggersAndOtherMembersOfTheirName() {
    let first = """
      import CoreData
      private let log = Logger(subsystem: "a", category: "b")
      class A {
        func f() {
          log.info("x")
        }
      }

      """
    let second = """
      import CoreData
      class B {
        var log: [String] = []
        let logger = Logger(subsystem: "a", category: "b")
        func f() {
          log.append("x")
          logger.debug("y")
        }
      }
      class C {
        var logger: [Int] = []
        func f(_ c: C, _ b: B) {
          logger.append(c.logger.count)
          b.logger.debug("z")
        }
      }

      """
    let head = "#if canImport(ObjectiveC)"
    expect(
      [first, second],
      [
        first
          .replacing(
            "private let log = Logger(subsystem: \"a\", category: \"b\")",
            with: "\(head)\nprivate let log = Logger(subsystem: \"a\", category: \"b\")\n#endif"
          )
          .replacing(
            "    log.info(\"x\")",
            with: "    \(head)\n    log.info(\"x\")\n    #endif"
          ),
        second
          .replacing(
            "  let logger = Logger(subsystem: \"a\", category: \"b\")",
            with: "  \(head)\n  let logger = Logger(subsystem: \"a\", category: \"b\")\n  #endif"
          )
          .replacing(
            "    logger.debug(\"y\")",
            with: "    \(head)\n    logger.debug(\"y\")\n    #endif"
          )
          .replacing(
            "    b.logger.debug(\"z\")",
            with: "    \(head)\n    b.logger.debug(\"z\")\n    #endif"
          ),
      ]
    )
  }

  /// A logger type declared in the sources is not the system's.
  @Test func ownLoggers() {
    let text =
      "struct Logger {}\nclass A {\n  let l = Logger()\n  func f() {\n    l.info(\"x\")\n  }\n}\n"
    expect([text], [text])
  }
}
