import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import Testing

@testable import ModelFiles

/// Stores keep the model that wrote them, as an archive with a few differences from a `.mom`.
@Suite(.enabled(if: Corpus.isAvailable()))
struct ModelCacheTests {
  /// The stores with the source of their model. (That of `kean+Pulse` is defined in code.)
  static let sources = [
    "alemar11+CoreDataPlus-517be7b0/SampleModelV1.sqlite":
      "model/SampleModel.xcdatamodeld/SampleModel.xcdatamodel/contents",
    "alemar11+CoreDataPlus-694ba15d/SampleModelV2.sqlite":
      "model/SampleModel.xcdatamodeld/SampleModel2.xcdatamodel/contents",
    "bignerdranch+CoreDataStack-e5c1e58b/TestModel.sqlite":
      "model/Sample.xcdatamodeld/TestModel.xcdatamodel/contents",
    "contentful+contentful-persistence.swift-9cff6f07/Test.sqlite":
      "model/Test.xcdatamodeld/Test.xcdatamodel/contents",
    "duckduckgo+BrowserServicesKit-1a3bbe60/Bookmarks_V5.sqlite":
      "model/BookmarksModel.xcdatamodeld/BookmarksModel 5.xcdatamodel/contents",
    "duckduckgo+BrowserServicesKit-dbfdd217/Bookmarks_V1.sqlite":
      "model/BookmarksModel.xcdatamodeld/BookmarksModel.xcdatamodel/contents",
    "duckduckgo+BrowserServicesKit-fa7da3e2/SyncMetadata_V3.sqlite":
      "model/SyncMetadata.xcdatamodeld/SyncMetadata 3.xcdatamodel/contents",
    "objcio+core-data-2a089d49/Moody 5.moody":
      "model/Moody.xcdatamodeld/Moody 5.xcdatamodel/contents",
  ]

  @Test(arguments: ModelCache.stores)
  func readsTheCache(store: String) throws {
    guard let bytes = ModelCache.archive(of: store) else {
      print("skipped: the cache of \(store) is not in its main file")
      return
    }
    var collector = DiagnosticCollector()
    let model = try CompiledModelReader.read(bytes, reportingTo: &collector)
    #expect(!model.entities.isEmpty)
    #expect(try CompiledModelWriter.bytes(of: model).count > 0)
    if let source = Self.sources[store] {
      let folder = Corpus.folder.appending(path: "stores/\(store)").deletingLastPathComponent()
      let bytes = try [UInt8](Data(contentsOf: folder.appending(path: source)))
      let written = try #require(ContentsReader.read(bytes).model)
      let found = Self.essence(model)
      let expected = Self.essence(written.compiledForm)
      #expect(found.firstDifference(from: expected) == nil)
      let isEqual = found == expected
      #expect(isEqual)
      #expect(collector.diagnostics.isEmpty)
    }
  }

  /// The part of a model that a cache keeps: nothing transient, and nothing for readers or for
  /// code generation.
  private static func essence(_ model: Model) -> Model {
    var model = model
    model.header.userDefinedModelVersionIdentifier = nil
    for index in model.entities.indices {
      model.entities[index].representedClassName = nil
      model.entities[index].userInfo = nil
      model.entities[index].properties.removeAll { $0.isTransient }
      model.entities[index].properties = model.entities[index].properties.map { property in
        switch property {
        case .attribute(var attribute):
          attribute.userInfo = nil
          return .attribute(attribute)
        case .relationship(var relationship):
          relationship.userInfo = nil
          return .relationship(relationship)
        case .fetchedProperty:
          return property
        }
      }
    }
    return model
  }

  /// A model that is defined in code and has parts that sources of other stores do not: fetched properties,
  /// validation, a derived attribute, copies of inherited properties.
  @Test func readsAModelThatWasDefinedInCode() throws {
    let archive = try #require(ModelCache.archive(of: ModelCache.stores[0]))
    var collector = DiagnosticCollector()
    let model = try CompiledModelReader.read(
      archive,
      path: "SampleModel2V2.sqlite",
      reportingTo: &collector
    )
    #expect(
      model.entities.map(\.name) == [
        "Author", "Book", "Feedback", "GraphicNovel", "Page", "Writer",
      ]
    )
    let author = model.entities[0]
    #expect(author.parentName == "Writer")
    #expect(author.properties.map(\.name) == ["alias", "books", "favFeedbacks", "feedbacks"])
    #expect(author.uniquenessConstraints?.map { $0.members.map(\.name) } == [["alias"]])
    #expect(author.relationships.first?.maximumCount == Int.max)
    let favourites = author.fetchedProperties[0]
    #expect(
      favourites.fetchRequest?.predicateText
        == "authorAlias == $FETCH_SOURCE.alias AND comment CONTAINS[c] $FETCHED_PROPERTY.userInfo.search"
    )
    #expect(favourites.userInfo?["search"] == "great")

    let book = model.entities[1]
    let count = book.attributes.first { $0.name == "pagesCount" }
    #expect(count?.isDerived == true && count?.derivationExpression == "pages.@count")
    let cover = book.attributes.first { $0.name == "frontCover" }
    #expect(cover?.renamingIdentifier == "cover" && cover?.customClassName == "Cover")
    #expect(cover?.valueTransformerName == "CoverTransformer")
    let title = book.attributes.first { $0.name == "title" }
    #expect(title?.minimumText == "3" && title?.maximumText == "50")
    #expect(model.entities[3].properties.map(\.name) == ["isBlackAndWhite"])
    #expect(model.entities[5].isAbstract)
    #expect(
      model.configurations.map { $0.members.map(\.name) } == [
        ["Author", "Book", "Feedback", "Page", "Writer"], ["Feedback"],
      ]
    )
    #expect(
      collector.diagnostics.map(\.message) == [
        "fetched property 'Author.feedbacks': a model file cannot express 'NSSortDescriptors'",
        "'Book.frontCover': a model file cannot express a default that is an object of"
          + " CoreDataPlus_Tests.Cover",
        "'Book.title': a model file cannot express the validation predicate"
          + " 'SELF CONTAINS \"title\"'",
      ]
    )
    #expect(collector.diagnostics.allSatisfy { $0.rule == "compiled-model-loss" })
    #expect(collector.diagnostics.first?.place.path == "SampleModel2V2.sqlite")
  }
}
