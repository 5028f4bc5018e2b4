import TesseraPictures
import TesseraTestSupport
import Testing

/// Animations whose frames other players drew: `conformance/lottie` of the shared folder, which `TESSERA_SHARED` names.
@Suite struct ConformanceTests {
  private static let archive = SharedData.folder("conformance/lottie").map { "\($0)/cases.zip" }

  /// Cases whose reference is empty because the players failed: lottie-web throws on a rotation in space without an orientation, rlottie has no
  /// decoder for their embedded PNG.
  private static let emptyReferences: Set<String> = ["ios-pr_1930_all_axis", "ios-pr_1930_rx"]

  @Test(.enabled(if: archive != nil, "not run: no conformance/lottie in ../shared; TESSERA_SHARED names another folder"))
  func framesAreDrawnAsOtherPlayersDrawThem() throws {
    let cases = try LottieCase.all(in: PictureData(file: Self.archive!).bytes())  // the condition above
    var (passed, all, failed) = (0, 0, [String]())
    for one in cases where !one.needsFonts {
      for frame in one.frames {
        let isRight = try one.passes(frame, drawn: one.draw(frame))
        if !isRight { failed.append("\(one.name)@\(frame)\(one.isDisputed ? " (disputed)" : "")") }
        if !one.isDisputed { (passed, all) = (passed + (isRight ? 1 : 0), all + 1) }
      }
    }
    print("Lottie: \(passed) of \(all) undisputed frames are as the reference; not: \(failed.joined(separator: ", "))")
    let expected = failed.filter { name in !Self.emptyReferences.contains { name.hasPrefix("\($0)@") } }
    #expect(expected.isEmpty, "\(expected)")
  }
}
