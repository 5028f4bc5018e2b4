// Plugins and programs that import Tessera get the locks with it.
@_exported public import TesseraBase
