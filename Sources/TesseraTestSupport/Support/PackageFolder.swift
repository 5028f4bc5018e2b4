/// Location of the package of a source file on this machine.
public enum PackageFolder {
  /// Returns the nearest folder above `file` that contains a Package.swift.
  public static func root(of file: StaticString = #filePath) throws(TestFailure) -> String { try root(ofPath: "\(file)") }

  static func root(ofPath file: String) throws(TestFailure) -> String {
    var folder = Files.folder(of: file)
    while folder != "/", folder != "." {
      if Files.exists(folder + "/Package.swift") { return folder }
      folder = Files.folder(of: folder)
    }
    throw TestFailure("no Package.swift in any folder above \(file): the sources have moved since the tests were built")
  }
}

/// Data outside of the package: conformance sets, benchmark inputs.
public enum SharedData {
  /// Returns the folder `shared/<name>`, or nil if it does not exist, so that a test can skip.
  ///
  /// `shared` is next to the package of `file`; the environment variable TESSERA_SHARED overrides its path.
  public static func folder(_ name: String, file: StaticString = #filePath) -> String? {
    var base = Files.environment("TESSERA_SHARED")
    if base == nil, let package = try? PackageFolder.root(of: file) { base = Files.folder(of: package) + "/shared" }
    guard let base else { return nil }
    let path = base + "/" + name
    return Files.isFolder(path) ? path : nil
  }
}
