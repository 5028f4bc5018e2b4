import Testing

@testable import Tessera
@testable import TesseraBase

@Suite struct MemoryLimitTests {
  private func read(_ files: [String: String]) -> MemoryLimit { MemoryLimit.read(groups: "/g", text: { files[$0] }) }

  @Test func theLeastOfMachineAndControlGroupsCounts() {
    let machine = ["/proc/meminfo": "MemTotal:      1048576 kB\nMemFree: 1 kB\n"]
    #expect(read(machine).min(.none) == MemoryLimit(bytes: 1 << 30, source: .machine) || read(machine).source == .resourceLimit)
    var files = machine
    files["/proc/self/cgroup"] = "1:name=systemd:/x\n0::/system/kiosk\n"
    files["/g/system/kiosk/memory.max"] = "max\n"
    files["/g/system/memory.max"] = "50331648\n"
    #expect(read(files) == MemoryLimit(bytes: 48 << 20, source: .controlGroup))
    files["/g/system/kiosk/memory.high"] = "33554432\n"
    #expect(read(files).bytes == 32 << 20)
  }

  @Test func invalidLimitsAreIgnored() {
    #expect(MemoryLimit.machineMemory(in: "MemTotal: lots kB") == nil && MemoryLimit.machineMemory(in: "") == nil)
    #expect(MemoryLimit.machineMemory(in: "MemTotal: 9223372036854775807 kB") == nil)
    #expect(MemoryLimit.bytes(in: "max\n") == nil && MemoryLimit.bytes(in: "-4096") == nil && MemoryLimit.bytes(in: "0") == nil)
    #expect(MemoryLimit.groupFolders(in: "4:memory:/a") == [] && MemoryLimit.groupFolders(in: "0::/") == ["/"])
    #expect(MemoryLimit.groupFolders(in: "0::/a/b\n") == ["/a/b/", "/a/", "/"])
  }

  @Test func budgetsFollowTheLimit() {
    let (board, machine) = (MemoryLimit(bytes: 48 << 20, source: .controlGroup), MemoryLimit(bytes: 8 << 30, source: .machine))
    #expect(Stage.defaultBudget(pixels: 800 * 480, limit: board) == 16 << 20)
    #expect(
      Stage.defaultBudget(pixels: 800 * 480, limit: machine) == 64 << 20 && Stage.defaultBudget(pixels: 800 * 480, limit: .none) == 64 << 20
    )
    #expect(Stage.defaultBudget(pixels: 1920 * 1080, limit: machine) == 1920 * 1080 * 40)
    #expect(board.capped(256 << 20, share: 0.5) == 24 << 20 && MemoryLimit.none.capped(256 << 20, share: 0.5) == 256 << 20)
  }

  @Test func theProcessReadsTheMemoryOfItsMachine() { #expect(MemoryLimit.process.bytes < .max && MemoryLimit.process.source != nil) }
}
