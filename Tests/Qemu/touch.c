// A touch screen with several fingers that exists only in a machine's kernel (uinput): touch KEYBOARD STEP...
//
// The device is made when the first key is pressed on KEYBOARD (/dev/input/event0), and each further key plays one step: fingers separated by `+`, each
// `d0,204,116` (finger 0 down at 204,116), `m0,300,116` (moved) or `u0` (up). The screen has 800 x 480 units.
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int device;
static int next_id;

static void emit(int type, int code, int value) {
  struct input_event event = {.type = (unsigned short)type, .code = (unsigned short)code, .value = value};
  if (write(device, &event, sizeof event) != (ssize_t)sizeof event) perror("touch: write");
}

static void wait_for_key(int keyboard) {
  struct input_event event;
  while (read(keyboard, &event, sizeof event) == (ssize_t)sizeof event) {
    if (event.type == EV_KEY && event.value == 1) return;
  }
  exit(0);
}

static void axis(int code, int maximum) {
  struct uinput_abs_setup setup = {.code = (unsigned short)code, .absinfo = {.maximum = maximum}};
  if (ioctl(device, UI_SET_ABSBIT, code) || ioctl(device, UI_ABS_SETUP, &setup)) perror("touch: axis");
}

static void play(char *step) {
  for (char *finger = strtok(step, "+"); finger; finger = strtok(NULL, "+")) {
    int slot = 0, x = 0, y = 0;
    sscanf(finger + 1, "%d,%d,%d", &slot, &x, &y);
    emit(EV_ABS, ABS_MT_SLOT, slot);
    if (finger[0] != 'm') emit(EV_ABS, ABS_MT_TRACKING_ID, finger[0] == 'd' ? ++next_id : -1);
    if (finger[0] != 'u') {
      emit(EV_ABS, ABS_MT_POSITION_X, x);
      emit(EV_ABS, ABS_MT_POSITION_Y, y);
    }
  }
  emit(EV_SYN, SYN_REPORT, 0);
}

int main(int count, char **words) {
  int keyboard = open(words[1], O_RDONLY);
  device = open("/dev/uinput", O_WRONLY);
  if (keyboard < 0 || device < 0) {
    perror("touch: open");
    return 1;
  }
  wait_for_key(keyboard);
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}, .name = "touch screen of the test"};
  ioctl(device, UI_SET_EVBIT, EV_ABS);
  ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  axis(ABS_MT_SLOT, 9);
  axis(ABS_MT_TRACKING_ID, 65535);
  axis(ABS_MT_POSITION_X, 799);
  axis(ABS_MT_POSITION_Y, 479);
  if (ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE)) perror("touch: create");
  printf("touch: there\n");
  fflush(stdout);
  for (int i = 2; i < count; i++) {
    wait_for_key(keyboard);
    play(words[i]);
  }
  wait_for_key(keyboard); // the screen is unplugged
  return 0;
}
