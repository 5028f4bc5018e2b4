/// The thread of a client, which alone calls libvncserver.
#pragma once

/// Loads libvncserver. Returns NULL, or why not: a text that lives as long as the program. Any thread.
const char *td_vnc_load(void);

/// The thread of a client (td_vnc_client *); returns NULL when the client is gone or the server closes.
void *td_vnc_client_main(void *client);
