// TesseraDevices
