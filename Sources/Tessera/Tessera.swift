// Tessera
