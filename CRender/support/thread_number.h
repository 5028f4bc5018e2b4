#ifndef CR_THREAD_NUMBER_H
#define CR_THREAD_NUMBER_H

/// A number for the calling thread, from 0 on in the order that threads ask: what is kept once for each few threads is chosen by it, so that
/// threads that run at once seldom write to the same cache line. Any thread.
unsigned cr_thread_number(void);

#endif
