#if Reader
  internal import Tessera
  internal import TesseraReader

  extension Player {
    /// Begins the screen reader and switch scanning of the options.
    func connectAssistance() {
      guard !options.assistance.isEmpty else { return }
      let (chosen, message) = (options.assistance, self.message)
      var options = Assistance.Options(
        speaks: chosen.speaks, synthesizer: chosen.synthesizer, switches: chosen.switches, scanInterval: chosen.scanInterval)
      if chosen.braille { options.braille = .brltty }
      assistance = Assistance(
        options, on: stage, line: { [weak self] in self?.announce($0) }, problem: { message("warning: \($0)") })
    }
  }
#endif
