internal import Glibc
internal import TesseraKit

extension PlayerOptions {
  /// Sets the cache and certificates for loading pictures from the network in this process.
  public func useNetwork() {
    #if Network
      if let cache { DataLoader.shared.cache = cache.isEmpty ? nil : DiskCache(directory: cache) }
      guard certificateFile != nil || certificateFolder != nil else { return }
      var options = CurlDownloader.Options()
      (options.certificateFile, options.certificateFolder) = (certificateFile, certificateFolder)
      DataLoader.shared.downloader = CurlDownloader(options: options)
    #endif
  }

  /// Sets the network option with this name; returns false if there is no such option.
  mutating func setNetwork(_ name: String, _ value: String) throws(PlayerArguments.Wrong) -> Bool {
    switch name {
    case "--cache": cache = value == "none" ? "" : value
    case "--ca-file":
      if let problem = Self.problem(of: value, isFolder: false) {
        throw PlayerArguments.Wrong(reason: "cannot open \(value): \(problem); --ca-file must be a PEM file of certificates")
      }
      certificateFile = value
    case "--ca-folder":
      if let problem = Self.problem(of: value, isFolder: true) {
        throw PlayerArguments.Wrong(reason: "cannot open \(value): \(problem); --ca-folder must be a folder of PEM files of certificates")
      }
      certificateFolder = value
    default: return false
    }
    return true
  }

  /// Returns the reason why a file or folder cannot be used; nil if it can.
  private static func problem(of path: String, isFolder: Bool) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return isFolder ? "no such folder" : "no such file"
      case EACCES, EPERM: return "permission denied"
      default: return String(cString: strerror(errno))
      }
    }
    if (status.st_mode & S_IFMT == S_IFDIR) != isFolder { return isFolder ? "it is not a folder" : "it is a folder" }
    return nil
  }
}
