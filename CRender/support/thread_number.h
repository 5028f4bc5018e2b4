#ifndef CR_THREAD_NUMBER_H
#define CR_THREAD_NUMBER_H

/// Number of the calling thread, assigned from 0 on in the order of first calls. It selects one of several copies of shared data, so that
/// concurrent threads seldom write to the same cache line. Any thread.
unsigned cr_thread_number(void);

#endif
