import Foundation
import Testing

@testable import TesseraBench

/// Counts that cases promise, asserted in small runs on a manual clock. Each runs in a process of its own: cases change caches of the process.
@Suite struct BenchCountsTests {
  /// Runs a case on photographs and texts of the repository; returns its figures by metric.
  private static func counts(_ name: String) throws -> [String: Double] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let data = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: data) }
    try FileManager.default.createDirectory(at: data.appending(path: "photos"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: root.appending(path: "Tests/Benchmarks/Data/cards.txt"), to: data.appending(path: "cards.txt"))
    for (name, photo) in [("astronaut", "astronaut"), ("chelsea", "cat"), ("coffee", "espresso"), ("rocket", "launch-pad")] {
      try FileManager.default.copyItem(
        at: root.appending(path: "docs/examples/assets/photos/\(photo).jpg"), to: data.appending(path: "photos/\(name).jpg"))
    }
    return try BenchCases.counts(name, data: data.path)
  }

  @Test func everyTouchIsShownInTheFirstPossibleFrame() async {
    await #expect(processExitsWith: .success) {
      let figures = try BenchCountsTests.counts("input")
      #expect(figures["touches"] == 15 && figures["unseen"] == 0, "\(figures)")
      // A released button fades: its first frame has the pressed look, and the next one is a 60th of a second later.
      let presses = 3.0
      #expect(figures["frames_max"] == 2 && figures["waits"] == presses && figures["frames_mean"] == (15 + presses) / 15, "\(figures)")
    }
  }

  @Test func aFeedOfPhotographsHasNoBlankCardAndMissesNoFrame() async {
    await #expect(processExitsWith: .success) {
      let figures = try BenchCountsTests.counts("rainforest")
      #expect(figures["blank_60"] == 0 && figures["blank_cards_60"] == 0 && figures["misses_60"] == 0, "\(figures)")
    }
  }

  @Test func aFeedFromTheNetworkDoesNoWorkOnTheLoop() async {
    await #expect(processExitsWith: .success) {
      let figures = try BenchCountsTests.counts("network-feed")
      #expect(figures["on_loop"] == 0 && figures["empty"] == 0 && figures["misses"] == 0, "\(figures)")
      #expect(figures["transfers"] == 40, "\(figures)")
    }
  }

  @Test func theCompositorHasAFigureForEachCombination() async {
    await #expect(processExitsWith: .success) {
      let figures = try BenchCountsTests.counts("compositor")
      #expect(figures.count == 15 && figures.values.allSatisfy { $0 >= 0 }, "\(figures)")
    }
  }

  @Test func motionNeedsNoLayoutAndNoDraw() async {
    await #expect(processExitsWith: .success) {
      let figures = try BenchCountsTests.counts("motion")
      for metric in ["nodes_layouts", "nodes_draws", "boxes_layouts", "boxes_draws"] {
        #expect(figures[metric] == 0, "\(metric): \(figures)")
      }
    }
  }

  @Test func aValueThatIsEqualDrawsNothing() async {
    await #expect(processExitsWith: .success) {
      let figures = try BenchCountsTests.counts("bindings")
      #expect(figures["unchanged_draws"] == 0, "\(figures)")
    }
  }
}
