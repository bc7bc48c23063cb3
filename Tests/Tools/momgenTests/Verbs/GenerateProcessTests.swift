import Foundation
import Testing

@testable import momgen

/// Concurrent processes, and killed ones.
@Suite(.serialized, .enabled(if: Program.isAvailable()))
struct GenerateProcessTests {
  private static let generate = #""$0" generate "$1" -t "$2" -o "$3" --prune"#

  private static func words(_ model: GeneratedModel) -> [String] {
    [model.model, model.scratch.path("Set"), model.output]
  }

  private static let entities = (0..<40).map { "Entity\($0)" }

  @Test func twoAtOnceDoNotDisturbOneAnother() throws {
    let first = try GeneratedModel(entities: Self.entities)
    let second = try GeneratedModel(entities: Self.entities.map { "Other\($0)" })
    let shared = first.output
    for round in 0..<12 {
      if round.isMultiple(of: 4) { try? FileManager.default.removeItem(atPath: shared) }
      // Each round changes the output of one of them.
      try second.scratch.write("// \(round)\n", to: "Set/machine.stencil")
      let processes = try [
        Program.start(Self.generate, Self.words(first)),
        Program.start(Self.generate, [second.model, second.scratch.path("Set"), shared]),
        Program.start(Self.generate, Self.words(first)),
      ]
      for process in processes {
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
      }
      #expect(first.run("check").exitCode == 0)
      let check = Run("check", second.model, "-t", second.scratch.path("Set"), "-o", shared)
      #expect(check.output == "80 up to date\n", "\(check.errorOutput)")
      #expect(first.outputs.filter { $0.hasSuffix(".tmp") }.isEmpty)
    }
    // Both are in the manifest: either can prune its own.
    try first.write(entities: ["Entity0"])
    #expect(first.run("generate", "--prune").output.contains("39 removed"))
    #expect(
      Run("check", second.model, "-t", second.scratch.path("Set"), "-o", shared).exitCode == 0
    )
  }

  /// Whenever a run is killed, each file is the old one or the new one.
  @Test func aKilledRunLeavesWholeFiles() throws {
    let model = try GeneratedModel(entities: Self.entities)
    _ = model.run("generate")
    for round in 0..<20 {
      let filler = String(repeating: "// \(round)\n", count: 2_000)
      try model.scratch.write(filler, to: "Set/machine.stencil")
      let process = try Program.start("exec " + Self.generate, Self.words(model))
      usleep(UInt32(round) * 3_000)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      for entity in Self.entities {
        let text = try model.scratch.read("Out/Machine/_\(entity).swift")
        let lines = Set(text.split(separator: "\n"))
        #expect(lines.count == 1 && text.hasSuffix("\n"))
        #expect(round == 0 || text.utf8.count < 100 || text.utf8.count >= 10_000)
      }
    }
    try model.scratch.write("// end\n", to: "Set/machine.stencil")
    #expect(model.run("generate").exitCode == 0)
    #expect(model.run("check").exitCode == 0)
    #expect(model.outputs.filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  /// A limit on the size of files simulates a full disk.
  @Test func aFullDiskLeavesEverythingAsItWas() throws {
    let model = try GeneratedModel(entities: Self.entities)
    _ = model.run("generate")
    let manifest = try model.scratch.read("Out/.momgen-manifest.json")
    try model.scratch.write(
      "{% if entity.name == 'Entity39' %}\(String(repeating: "x", count: 100_000)){% else %}y{% endif %}",
      to: "Set/machine.stencil"
    )
    let process = try Program.start(
      "trap '' XFSZ; ulimit -f 20; " + Self.generate,
      Self.words(model)
    )
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(try model.scratch.read("Out/Machine/_Entity0.swift") == "internal class _Entity0 {}\n")
    #expect(try model.scratch.read("Out/.momgen-manifest.json") == manifest)
    #expect(model.outputs.filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  @Test func theEnvironmentIsSeenOnlyOnRequest() throws {
    let model = try GeneratedModel(entities: ["A"])
    try model.scratch.write("{{ env.GENERATE_TEST }}", to: "Set/machine.stencil")
    for (flag, text) in [("--env", "seen\n"), ("-q", "")] {
      let script = "GENERATE_TEST=seen; export GENERATE_TEST; " + Self.generate + " \(flag)"
      let process = try Program.start(script, Self.words(model))
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(try model.scratch.read("Out/Machine/_A.swift") == text)
    }
  }
}
