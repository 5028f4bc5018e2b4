#if Reader
  internal import Tessera
  internal import TesseraReader

  extension Player {
    /// Begins the screen reader and switch scanning of the options.
    func connectAssistance() {
      let (chosen, message) = (options.assistance, self.message)
      var options = Assistance.Options(
        speaks: chosen.speaks, synthesizer: chosen.synthesizer, switches: chosen.switches, scanInterval: chosen.scanInterval)
      if chosen.braille { options.braille = .brltty }
      switch chosen.accessibilityBus {
      case "none": break
      case "auto": options.bus = DesktopBridge.Addresses.standard()
      default: options.bus = DesktopBridge.Addresses(accessibility: chosen.accessibilityBus)
      }
      guard !options.isEmpty else { return }
      let name = self.options.scene.split(separator: "/").last ?? ""
      options.title = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
      assistance = Assistance(
        options, on: stage, line: { [weak self] in self?.announce($0) }, problem: { message("warning: \($0)") })
    }
  }
#endif
