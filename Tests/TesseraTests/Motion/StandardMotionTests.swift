import Foundation
import TesseraTestSupport
import Testing

@testable import Tessera

@Suite struct StandardMotionTests {
  /// Returns seconds and curve of each motion in the table of docs/motion.md, by name.
  private static func documented() throws -> [String: (seconds: String, curve: String)] {
    let text = try String(contentsOfFile: PackageFolder.root() + "/docs/motion.md", encoding: .utf8)
    var result: [String: (seconds: String, curve: String)] = [:]
    let lines = text.split(separator: "\n").drop { !$0.hasPrefix("| `StandardMotion` |") }.dropFirst(2)
    for line in lines.prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
      guard cells.count >= 4 else { continue }
      result[cells[0]] = (cells[1], cells[2])
    }
    return result
  }

  @Test func theDocumentListsAllWithTheirValues() throws {
    let documented = try Self.documented()
    #expect(Set(documented.keys) == Set(StandardMotion.allCases.map(\.rawValue)))
    for motion in StandardMotion.allCases {
      let row = try #require(documented[motion.rawValue], "\(motion)")
      let seconds = try #require(Double(row.seconds), "\(motion)")
      #expect(abs(seconds - motion.seconds) < 1e-9, "\(motion)")
      #expect(row.curve == motion.curve.rawValue, "\(motion)")
    }
  }

  @Test func motionsTakeTheTimesOfTheTable() {
    for motion in StandardMotion.allCases where motion.curve != .spring {
      #expect(abs(motion.motion.duration - motion.seconds) < 0.002, "\(motion)")
    }
    #expect(Motion.standard == .spring(duration: StandardMotion.standard.seconds))
    #expect(LayoutTransition().duration == StandardMotion.layout.seconds && LayoutTransition().curve == .easeInOut)
  }

  @Test func smoothStepIsItsPolynomial() throws {
    let easing = try #require(StandardMotion.itemLift.motion.easing)
    for t in stride(from: 0.0, through: 1, by: 0.05) { #expect(abs(easing.value(at: t) - t * t * (3 - 2 * t)) < 1e-5) }
  }
}
