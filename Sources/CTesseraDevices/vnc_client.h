/// The thread of a client, which alone calls libvncserver.
#pragma once
#include <stdint.h>

/// Loads libvncserver. Returns NULL, or why not: a text that lives as long as the program. Any thread.
const char *td_vnc_load(void);

/// Encrypts 16 bytes with a password as RFB does. The library is loaded. Any thread.
void td_vnc_encrypt(uint8_t bytes[16], const char *password);

/// The thread of a client (td_vnc_client *) that got through the handshake up to its ClientInit; returns NULL when the client is gone or the server closes.
void *td_vnc_client_main(void *client);
