// TesseraScene
