import Diagnostics
import Testing

/// Tests of human-readable byte counts.
struct ByteCountTests {
  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (1_023, "1023 bytes"), (1_024, "1.0 KB"), (1_536, "1.5 KB"),
    (1 << 20, "1.0 MB"), (5 << 30, "5.0 GB"), (7 << 40, "7.0 TB"), (1 << 52, "4096.0 TB"),
  ])
  func text(bytes: Int, text: String) {
    #expect(ByteCount(bytes).text == text)
  }
}
