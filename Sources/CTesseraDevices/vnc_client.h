/// The thread of a client. Only these threads call libvncserver.
#pragma once
#include <stdint.h>

/// Loads libvncserver. Returns NULL, or the reason of the failure as a static text. Any thread.
const char *td_vnc_load(void);

/// Encrypts 16 bytes with a password as in RFB. The library must be loaded. Any thread.
void td_vnc_encrypt(uint8_t bytes[16], const char *password);

/// Main function of a client's thread (td_vnc_client *), after the handshake up to ClientInit; returns NULL when the client is gone or the
/// server closes.
void *td_vnc_client_main(void *client);
