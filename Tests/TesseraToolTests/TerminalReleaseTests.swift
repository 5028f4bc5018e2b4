import Tessera
import Testing
@testable import TesseraPlayer

/// Several screens over one terminal.
@Suite struct TerminalReleaseTests {
  @Test func anotherTerminalIsShownAfterTheLastScreenReleasesIt() {
    let allowed = Locked(0)
    let release = TerminalRelease { allowed.withLock { $0 += 1 } }
    release.begin(screens: 3)
    release.screenDidLetGo()
    release.screenDidLetGo()
    #expect(allowed.withLock { $0 } == 0)
    release.screenDidLetGo()
    #expect(allowed.withLock { $0 } == 1)
    // Nobody asked again.
    release.screenDidLetGo()
    #expect(allowed.withLock { $0 } == 1)
    release.begin(screens: 1)
    release.screenDidLetGo()
    #expect(allowed.withLock { $0 } == 2)
  }

  @Test(arguments: [
    ("fb", true), ("drm:connector=HDMI-A-1", true), ("headless", false), ("window", false), ("png:out", false), ("vnc", false),
    ("panel:paper.png", false),
  ]) func onlyDevicesUseATerminal(text: String, isDevice: Bool) throws {
    #expect(try #require(DisplayChoice(text)).isDevice == isDevice)
  }
}
