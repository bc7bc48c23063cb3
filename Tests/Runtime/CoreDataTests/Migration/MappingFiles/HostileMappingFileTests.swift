import CoreData
import Foundation
import PropertyLists
import Testing

/// Tests of damaged mapping model files.
@Suite("Damaged files of mapping models") struct HostileMappingFileTests {
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).xml")

  private func model(_ bytes: [UInt8]) throws -> NSMappingModel? {
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    return NSMappingModel(contentsOf: url)
  }

  private static func database(_ objects: String) -> String {
    "<?xml version=\"1.0\"?><database><object type=\"XDDEVMAPPINGMODEL\" id=\"m\">"
      + "<relationship name=\"entitymappings\" idrefs=\"e\"/></object>\(objects)</database>"
  }

  private static func entity(_ parts: String) -> String {
    database("<object type=\"XDDEVENTITYMAPPING\" id=\"e\">\(parts)</object>")
  }

  @Test("A file without anything unusual is read") func sound() throws {
    let text = Self.entity("<attribute name=\"sourcename\">A</attribute>")
    #expect(try model(Array(text.utf8))?.entityMappings.count == 1)
  }

  private static let notMappingModels: [String] = [
    "", "nothing", "<database>", "<model/>", "<database/>", "bplist00", database(""),
    database("<object type=\"XDDEVATTRIBUTEMAPPING\" id=\"e\"/>"),
    database("<object type=\"XDDEVENTITYMAPPING\" id=\"m\"/>"),
    database("<object type=\"XDDEVENTITYMAPPING\"/>"),
    database("<object type=\"XDDEVMAPPINGMODEL\" id=\"e\"/>"),
    entity("<relationship name=\"attributemappings\" idrefs=\"e\"/>"),
    entity("<relationship name=\"attributemappings\" idrefs=\"nowhere\"/>"),
    entity("<attribute name=\"sourcefilterpredicatestring\">name ==</attribute>"),
    entity("<attribute name=\"sourcefilterpredicatestring\">name == %@</attribute>"),
    entity("<attribute name=\"userinfodata\">AAAA</attribute>"),
    entity("<attribute name=\"userinfodata\">*</attribute>"),
    entity("<attribute name=\"sourceexpression\">((</attribute>"),
    "<!DOCTYPE database [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><database>&b;</database>",
  ]

  @Test("A file that is not a mapping model gives nil", arguments: notMappingModels)
  func refused(text: String) throws {
    #expect(try model(Array(text.utf8)) == nil)
  }

  @Test("A missing path, a remote URL and an empty folder give nil") func absent() throws {
    #expect(NSMappingModel(contentsOf: nil) == nil)
    #expect(NSMappingModel(contentsOf: url) == nil)
    #expect(NSMappingModel(contentsOf: URL(string: "https://example.org/a.cdm")) == nil)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(NSMappingModel(contentsOf: url) == nil)
  }

  @Test("A property that is in two mappings is refused")
  func shared() throws {
    let entities = (0..<2).map { number in
      "<object type=\"XDDEVENTITYMAPPING\" id=\"e\(number)\"><attribute name=\"sourcename\">A"
        + "</attribute><relationship name=\"attributemappings\" idrefs=\"a\"/></object>"
    }
    let text =
      "<database><object type=\"XDDEVMAPPINGMODEL\" id=\"m\"><relationship name=\"entitymappings\" "
      + "idrefs=\"e0 e1\"/></object>\(entities.joined())"
      + "<object type=\"XDDEVATTRIBUTEMAPPING\" id=\"a\"><attribute name=\"name\">x</attribute></object>"
      + "</database>"
    #expect(try model(Array(text.utf8)) == nil)
  }

  @Test("Any damaged or missing byte gives nil or a model, without delay") func mutations() throws {
    let sound = Array(KennelModel.mapping().text.utf8)
    for cut in stride(from: 0, to: sound.count, by: 1 + sound.count / 60) {
      _ = try model(Array(sound[..<cut]))
      var damaged = sound
      damaged[cut] = damaged[cut] &+ 1
      _ = try model(damaged)
    }
    let compiled = CompiledMapping.bytes()
    for position in stride(from: 0, to: compiled.count, by: 5) {
      var damaged = compiled
      damaged[position] ^= 0x15
      _ = try model(damaged)
    }
  }

  @Test("An expression that is its own part, or nested without end, is refused") func endless()
    throws
  {
    let circle = ArchivedParts.bytes { $0.circle() }
    let deep = ArchivedParts.bytes { parts in
      var inner = parts.source("a")
      for _ in 0..<2_000 { inner = parts.function(parts.variable("source"), "uppercase:", [inner]) }
      return inner
    }
    for bytes in [circle, deep] {
      var dump = MappingDump()
      dump.entity(
        ["sourcename": "A", "destinationname": "B"],
        attributes: [["name": "a", "valueexpressiondata": Data(bytes).base64EncodedString()]]
      )
      #expect(try model(Array(dump.text.utf8)) == nil)
    }
  }
}
