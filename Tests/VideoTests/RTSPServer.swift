import Glibc
import TesseraBase

/// Server of one RTSP stream over TCP, for tests: MPEG-TS in RTP packets between the responses (RFC 2326, RFC 2250). Sends its bytes once.
final class RTSPServer: Sendable {
  let port: UInt16
  private let listener: Int32

  init(_ stream: [UInt8]) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // All calls read or write a sockaddr_in through a pointer to its general form.
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        bind(listener, general, length) == 0 && listen(listener, 4) == 0 && getsockname(listener, general, &length) == 0
      }
    }
    guard listener >= 0, isBound else { throw ServerError() }
    (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
    let port = port
    guard
      DetachedThread.start(
        stackSize: 256 << 10,
        {
          let client = accept(listener, nil, nil)
          Self.serve(client, port, stream)
          close(client)
        })
    else { throw ServerError() }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  struct ServerError: Error {}

  private static func serve(_ client: Int32, _ port: UInt16, _ stream: [UInt8]) {
    var request: [UInt8] = []
    while client >= 0 {
      var byte: UInt8 = 0
      guard read(client, &byte, 1) == 1 else { return }
      request.append(byte)
      guard request.suffix(4) == [13, 10, 13, 10] else { continue }
      let lines = String(decoding: request, as: UTF8.self).split(separator: "\r\n")
      let number = lines.first { $0.lowercased().hasPrefix("cseq:") } ?? "CSeq: 0"
      request = []
      let method = lines.first?.split(separator: " ").first ?? ""
      var (headers, body) = ("", "")
      switch method {
      case "OPTIONS": headers = "Public: DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
      case "DESCRIBE":
        body = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=door\r\nt=0 0\r\nm=video 0 RTP/AVP 33\r\na=control:track\r\n"
        headers = "Content-Type: application/sdp\r\nContent-Base: rtsp://127.0.0.1:\(port)/\r\nContent-Length: \(body.utf8.count)\r\n"
      case "SETUP": headers = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n"
      default: headers = "Session: 1\r\n"
      }
      send(client, Array("RTSP/1.0 200 OK\r\n\(number)\r\n\(headers)\r\n\(body)".utf8))
      if method == "PLAY" { return sendPackets(client, stream) }
    }
  }

  private static func send(_ client: Int32, _ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  private static func sendPackets(_ client: Int32, _ stream: [UInt8]) {
    for (number, start) in stride(from: 0, to: stream.count, by: 7 * 188).enumerated() {
      let part = stream[start..<min(start + 7 * 188, stream.count)]
      let (size, time) = (part.count + 12, number * 900)
      let header = [
        0x24, 0, size >> 8, size & 255, 0x80, 33, number >> 8 & 255, number & 255, time >> 24 & 255, time >> 16 & 255, time >> 8 & 255,
        time & 255, 0,
        0, 0, 1,
      ]
      send(client, header.map { UInt8($0) } + part)
    }
  }
}
