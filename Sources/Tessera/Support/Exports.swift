// Plugins and programs that import Tessera also get the locks.
@_exported public import TesseraBase
