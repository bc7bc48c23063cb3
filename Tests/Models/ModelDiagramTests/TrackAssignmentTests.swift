import Testing

@testable import ModelDiagram

struct TrackAssignmentTests {
  /// A line that comes from the left at one height and leaves to the right at another.
  private func part(_ left: Int, _ right: Int) throws -> ChannelPart {
    try #require(
      ChannelPart(ends: [
        .init(place: left, leavesUpward: false), .init(place: right, leavesUpward: true),
      ])
    )
  }

  @Test func linesThatGoDownDoNotCross() throws {
    let (tracks, count) = TrackAssignment([try part(0, 100), try part(20, 120)]).tracks()
    #expect(count == 2)
    #expect(tracks[0] > tracks[1])
  }

  @Test func linesThatGoUpDoNotCross() throws {
    let (tracks, count) = TrackAssignment([try part(100, 0), try part(120, 20)]).tracks()
    #expect(count == 2)
    #expect(tracks[0] < tracks[1])
  }

  @Test func linesFarFromEachOtherShareATrack() throws {
    let (tracks, count) = TrackAssignment([try part(0, 50), try part(80, 120)]).tracks()
    #expect(tracks == [0, 0])
    #expect(count == 1)
  }

  @Test func linesDoNotLieOnEachOther() throws {
    // One leaves to the right at the height at which the other comes from the left.
    let (tracks, _) = TrackAssignment([try part(0, 60), try part(60, 100)]).tracks()
    #expect(tracks[1] < tracks[0])
  }

  @Test func noPartsNeedNoTracks() {
    #expect(TrackAssignment([]).tracks().count == 0)
    #expect(ChannelPart(ends: []) == nil)
  }
}
