/// Where the package of a source file lies on this machine.
public enum PackageFolder {
  /// The nearest folder above `file` that holds a Package.swift.
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

/// Data that is not part of the package: conformance sets, benchmark inputs.
public enum SharedData {
  /// The folder `shared/<name>`, or nil where this machine has none, so that a test can skip.
  ///
  /// `shared` lies beside the package of `file`; the environment variable TESSERA_SHARED names another place.
  public static func folder(_ name: String, file: StaticString = #filePath) -> String? {
    var base = Files.environment("TESSERA_SHARED")
    if base == nil, let package = try? PackageFolder.root(of: file) { base = Files.folder(of: package) + "/shared" }
    guard let base else { return nil }
    let path = base + "/" + name
    return Files.isFolder(path) ? path : nil
  }
}
