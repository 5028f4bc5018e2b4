import Foundation
import TesseraRender
import Testing

@testable import Tessera

@Suite struct MemoryHolderTests {
  /// Several stages release memory at the same time.
  @Test func trimmingCachesFromSeveralThreadsLeavesTheirLimits() {
    let library = FontLibrary.shared
    let limits = (library.glyphCacheLimit, library.shapeCacheLimit)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<500 {
        for holder in MemoryHolder.all where ["glyphs", "shaped texts"].contains(holder.name) { holder.trim((step * 7 + thread) << 8) }
        #expect((library.glyphCacheLimit, library.shapeCacheLimit) == limits)
      }
    }
  }

  @Test func trimmingReleasesHeldMemory() throws {
    let library = FontLibrary.shared
    for i in 0..<20 { _ = TextLayout(AttributedText("kept for another width \(i)"), width: Double(40 + i)) }
    for holder in MemoryHolder.all where holder.name == "shaped texts" { holder.trim(0) }
    #expect(library.shapeCacheLimit > 0)
  }
}
