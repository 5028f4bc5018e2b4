#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "vnc_queue.h"
#include <time.h>
#include <unistd.h>

int64_t td_vnc_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000 + 1;
}

void td_vnc_signal(int file) {
  uint64_t one = 1;
  (void)!write(file, &one, sizeof one);
}

void td_vnc_push(td_vnc *s, const td_vnc_event *event) {
  pthread_mutex_lock(&s->lock);
  td_vnc_event *last = s->event_count ? &s->events[(s->event_first + s->event_count - 1) % TD_VNC_EVENTS] : NULL;
  if (last && event->kind == TD_VNC_POINTER && last->kind == TD_VNC_POINTER && last->client == event->client &&
      last->buttons == event->buttons) {
    *last = *event; // it moved on before the event was taken
  } else {
    while (s->event_count == TD_VNC_EVENTS && !s->is_closing) pthread_cond_wait(&s->room, &s->lock);
    if (s->event_count < TD_VNC_EVENTS) s->events[(s->event_first + s->event_count++) % TD_VNC_EVENTS] = *event;
  }
  pthread_mutex_unlock(&s->lock);
  td_vnc_signal(s->wake);
}

int td_vnc_events(td_vnc *s, td_vnc_event *events, int capacity) {
  int count = 0;
  pthread_mutex_lock(&s->lock);
  while (count < capacity && s->event_count > 0) {
    events[count++] = s->events[s->event_first];
    s->event_first = (s->event_first + 1) % TD_VNC_EVENTS;
    s->event_count--;
  }
  if (count) pthread_cond_broadcast(&s->room);
  pthread_mutex_unlock(&s->lock);
  return count;
}
