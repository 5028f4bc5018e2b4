internal import CTesseraDevices
public import Tessera

/// Detects written or replaced files. Loop thread.
///
/// It watches directories, so that files replaced by editors, and files that do not exist yet, are detected too. Changes within
/// a twentieth of a second are reported once.
public final class FileWatcher: EventSource {
  /// Time to wait for further changes, seconds.
  public static let pause = 0.05

  private let file: Int32
  /// Spellings of each watched directory, which share one number of the kernel.
  private var directories: [Int32: Set<String>] = [:]
  private var files: Set<String> = []
  private var isIncomplete = false
  private var due: Double?
  private let onChange: (Stage) -> Void

  /// Creates a watcher without files.
  ///
  /// - Parameter onChange: called on the loop after a file changed.
  public init(_ onChange: @escaping (Stage) -> Void) throws(DeviceError) {
    file = td_watch_open()
    guard file >= 0 else { throw .system(action: "watch", path: "files", code: -file) }
    self.onChange = onChange
  }

  deinit { td_close(file) }

  /// Watches `paths` instead of the previous ones.
  public func watch(_ paths: some Sequence<String>) {
    files = Set(paths)
    for path in files {
      let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      let number = td_watch_directory(file, directory)
      if number >= 0 { directories[number, default: []].insert(directory) }
    }
  }

  public var descriptor: Int32 { file }
  public var deadline: Double? { due }

  public func serve(_ stage: Stage) {
    var changes = [td_change](repeating: td_change(), count: 64)
    while true {
      let count = changes.withUnsafeMutableBufferPointer { Int(td_watch_read(file, $0.baseAddress, Int32($0.count))) }
      guard count > 0 else { break }
      for change in changes.prefix(count) {
        let name = withUnsafeBytes(of: change.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let isOurs =
          change.directory < 0
          || change.is_finished != 0
            && (directories[change.directory] ?? []).contains { files.contains($0 == "." ? name : $0 + name) }
        if isOurs { due = stage.now + Self.pause }
      }
    }
    if let due, due <= stage.now + 1e-6 {
      self.due = nil
      onChange(stage)
    }
  }
}
