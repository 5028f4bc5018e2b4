import Foundation
import TesseraDevices
import Testing

@Suite struct AtomicFileTests {
  private let directory: URL
  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }
  private func path(_ name: String) -> String { directory.appendingPathComponent(name).path }
  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory.path))?.sorted() ?? [] }
  private func content(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path(name)).map { [UInt8]($0) } }

  private func expect(_ code: Int32, _ body: () throws -> Void) {
    do {
      try body()
      Issue.record("no error")
    } catch {
      guard case .system(_, _, code)? = error as? DeviceError else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func aFileAppearsWhenItIsComplete() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    try AtomicFile.write([1, 2, 3], to: path("a"))
    #expect(content("a") == [1, 2, 3] && names == ["a"])
    let writer = try AtomicFileWriter(path("a"))
    try writer.append([4])
    #expect(content("a") == [1, 2, 3] && names.count == 2)
    try writer.append([5, 6])
    try writer.finish()
    #expect(content("a") == [4, 5, 6] && names == ["a"] && writer.count == 3)
    expect(EBADF) { try writer.append([1]) }
  }

  @Test func aWriterThatIsDroppedLeavesNothing() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    try AtomicFile.write([9], to: path("kept"))
    do {
      let writer = try AtomicFileWriter(path("kept"))
      try writer.append([1, 2, 3])
      let other = try AtomicFileWriter(path("new"))
      try other.append([1])
      other.discard()
    }
    #expect(content("kept") == [9] && names == ["kept"])
  }

  @Test func twoWritersOfOneFileDoNotMix() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let (a, b) = (try AtomicFileWriter(path("x")), try AtomicFileWriter(path("x")))
    try a.append([1])
    try b.append([2, 2])
    try b.finish()
    #expect(content("x") == [2, 2])
    try a.finish()
    #expect(content("x") == [1] && names == ["x"])
  }

  @Test func linksAreFollowedAndRightsKept() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    try AtomicFile.write([1], to: path("real"))
    #expect(chmod(path("real"), 0o640) == 0)
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "real")
    try AtomicFile.write([2], to: path("link"))
    #expect(content("real") == [2])
    var status = stat()
    #expect(lstat(path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(path("real"), &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test func anUnwritableTargetIsReportedWithTheReason() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    expect(ENOENT) { try AtomicFile.write([1], to: path("none/a")) }
    expect(EISDIR) { try AtomicFile.write([1], to: directory.path) }
    expect(ENOTDIR) {
      try AtomicFile.write([1], to: path("file"))
      try AtomicFile.write([1], to: path("file/a"))
    }
    expect(ENAMETOOLONG) { try AtomicFile.write([1], to: path(String(repeating: "n", count: 300))) }
    do {
      try AtomicFile.write([1], to: path("none/a"))
    } catch {
      #expect(error.description == "cannot create \(path("none/a")): no such directory")
    }
    #expect(names == ["file"])
  }

  @Test func aFullDiskIsAnError() {
    expect(ENOSPC) { try AtomicFile.write([UInt8](repeating: 1, count: 100_000), to: "/dev/full") }
    #expect(
      "\(DeviceError.system(action: "write", path: "/dev/full", code: ENOSPC))" == "cannot write /dev/full: no space left on the device")
  }

  @Test func aPipeWithoutAReaderIsAnError() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    signal(SIGPIPE, SIG_IGN)
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
    let writer = try AtomicFileWriter(path("pipe"))
    try writer.append([1, 2])
    close(reader)
    expect(EPIPE) { try writer.append([3]) }
    #expect(names == ["pipe"])
  }
}
