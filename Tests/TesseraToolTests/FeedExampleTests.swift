import Foundation
import TesseraTestServer
import Testing

/// The feed of docs/examples, whose pictures come from addresses in the data.
@Suite struct FeedExampleTests {
  @Test func picturesAreLoadedFromTheServerInTheData() throws {
    let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/examples").standardizedFileURL
    let server = try TestServer(root: examples.appending(path: "assets/photos").path)
    defer { server.stop() }
    let folder = try Folder()
    func render(_ picture: String, _ file: String, _ options: [String] = []) throws -> Tool.Outcome {
      let photos = "photos=[{\"file\": \"cat.jpg\", \"title\": \"Cat\"}, {\"file\": \"\(file)\", \"title\": \"Cup\"}]"
      let scene = examples.appending(path: "feed.yaml").path
      return try Tool.run(
        ["render", scene, "-o", folder.path(picture), "--cache", "none", "--set", "server=\(server.url(""))", "--set", photos] + options)
    }
    let good = try render("good.png", "espresso.jpg", ["--strict"])
    #expect(good.status == 0 && good.errors == "", "\(good.errors)")
    let missing = try render("missing.png", "none.jpg")
    #expect(missing.status == 0 && missing.errors.contains("404"), "\(missing.errors)")
    #expect(!missing.errors.contains("cannot read image"), "\(missing.errors)")
    #expect(try folder.data("good.png") != folder.data("missing.png"))
  }
}
