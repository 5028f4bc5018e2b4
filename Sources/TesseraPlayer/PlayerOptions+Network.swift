internal import Glibc
internal import TesseraKit

extension PlayerOptions {
  /// Has the process load pictures from the network with this cache and these certificates.
  public func useNetwork() {
    #if Network
      if let cache { DataLoader.shared.cache = cache.isEmpty ? nil : DiskCache(directory: cache) }
      guard certificateFile != nil || certificateFolder != nil else { return }
      var options = CurlDownloader.Options()
      (options.certificateFile, options.certificateFolder) = (certificateFile, certificateFolder)
      DataLoader.shared.downloader = CurlDownloader(options: options)
    #endif
  }

  /// Sets the option of the network of that name; false: there is no such option.
  mutating func setNetwork(_ name: String, _ value: String) throws(PlayerArguments.Wrong) -> Bool {
    switch name {
    case "--cache": cache = value == "none" ? "" : value
    case "--ca-file":
      if let problem = Self.problem(of: value, isFolder: false) {
        throw PlayerArguments.Wrong(reason: "--ca-file is `\(value)`, \(problem); it must be a PEM file of certificates")
      }
      certificateFile = value
    case "--ca-folder":
      if let problem = Self.problem(of: value, isFolder: true) {
        throw PlayerArguments.Wrong(reason: "--ca-folder is `\(value)`, \(problem); it must be a folder of PEM files of certificates")
      }
      certificateFolder = value
    default: return false
    }
    return true
  }

  /// Why a file or folder cannot be used; nil: it can.
  private static func problem(of path: String, isFolder: Bool) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else { return "which cannot be read: \(String(cString: strerror(errno)))" }
    if (status.st_mode & S_IFMT == S_IFDIR) != isFolder { return isFolder ? "which is not a folder" : "which is a folder" }
    return nil
  }
}
