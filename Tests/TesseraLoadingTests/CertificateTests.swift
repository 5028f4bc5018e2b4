import Foundation
import Testing

@testable import TesseraLoading

/// A server with TLS, whose certificate nobody has signed but itself: `openssl s_server`.
private final class SecureServer {
  let folder: String
  let port: Int
  private let process = Process()

  struct Problem: Error {}

  init(folder: String) throws {
    self.folder = folder
    let make = Process()
    make.executableURL = URL(filePath: "/usr/bin/env")
    make.arguments = [
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder + "/key.pem", "-out", folder + "/certificate.pem",
      "-days",
      "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
    ]
    make.standardError = FileHandle.nullDevice
    try make.run()
    make.waitUntilExit()
    let output = Pipe()
    process.executableURL = make.executableURL
    process.arguments = [
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-WWW", "-cert", folder + "/certificate.pem", "-key", folder + "/key.pem",
    ]
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = Pipe()
    try process.run()
    var text = ""
    // ACCEPT 127.0.0.1:41235
    while !text.contains(#/ACCEPT [^\n]*:\d+\n/#) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { throw Problem() }
      text += String(decoding: data, as: UTF8.self)
    }
    guard let number = text.firstMatch(of: #/ACCEPT [^\n]*:(\d+)\n/#).flatMap({ Int($0.output.1) }) else { throw Problem() }
    port = number
  }

  func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

@Suite("Certificates")
struct CertificateTests {
  private func load(_ url: String, _ options: CurlDownloader.Options) -> LoadEvent? {
    let loader = DataLoader(downloader: CurlDownloader(options: options), cache: .some(nil))
    let heard = Heard()
    _ = loader.load(url, receive: heard.receive)
    #expect(loader.waitUntilIdle(deadline: SystemLoaderClock().steady + 20))
    return heard.ends.first
  }

  @Test func `an untrusted certificate is refused, a trusted one is accepted`() throws {
    try withDirectory { path in
      try Data([1, 2, 3]).write(to: URL(filePath: path + "/a.txt"))
      let server = try SecureServer(folder: path)
      defer { server.stop() }
      let url = "https://127.0.0.1:\(server.port)/a.txt"
      guard case .failed(let error)? = load(url, CurlDownloader.Options()) else { throw SecureServer.Problem() }
      guard case .untrusted = error.failure else { throw error }
      #expect(error.attempts == 1)
      var options = CurlDownloader.Options()
      options.certificateFile = path + "/certificate.pem"
      guard case .loaded(let data)? = load(url, options) else { throw SecureServer.Problem() }
      #expect(data.bytes == [1, 2, 3])
    }
  }

  @Test func `only the certificates of the folder are trusted`() throws {
    try withDirectory { path in
      try Data([1, 2, 3]).write(to: URL(filePath: path + "/a.txt"))
      let server = try SecureServer(folder: path)
      defer { server.stop() }
      let url = "https://127.0.0.1:\(server.port)/a.txt"
      for folder in ["empty", "trusted"] {
        try FileManager.default.createDirectory(atPath: path + "/" + folder, withIntermediateDirectories: true)
      }
      try FileManager.default.copyItem(atPath: path + "/certificate.pem", toPath: path + "/trusted/certificate.pem")
      let rehash = Process()
      rehash.executableURL = URL(filePath: "/usr/bin/env")
      rehash.arguments = ["openssl", "rehash", path + "/trusted"]
      try rehash.run()
      rehash.waitUntilExit()
      var options = CurlDownloader.Options()
      options.certificateFolder = path + "/empty"
      guard case .failed(let error)? = load(url, options), case .untrusted = error.failure else { throw SecureServer.Problem() }
      options.certificateFolder = path + "/trusted"
      guard case .loaded(let data)? = load(url, options) else { throw SecureServer.Problem() }
      #expect(data.bytes == [1, 2, 3])
    }
  }
}
