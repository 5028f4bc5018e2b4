/* The case `motion` with LVGL: one display in direct mode with a buffer of the whole screen, 32 bits a pixel.
 *
 * Each object has one lv_anim, whose callback sets all styles of the object: fewer animations than one a style, and thus the fastest way.
 * The spring is worked out once a frame for all of them. */
#include "lvgl_api.h"
#include "motion.h"

static uint32_t pixels[MOTION_WIDTH * MOTION_HEIGHT];
static lv_display_t *display;
static int frame;
/* Of the frame under way. */
static double progress;
static const motion_scene *scene;

typedef struct {
  lv_obj_t *object;
  int index;
} moving;
static moving movings[1000];

static uint32_t tick(void) { return (uint32_t)lround(motion_time(frame) * 1000); }

static void flush(lv_display_t *display, const lv_area_t *area, uint8_t *bytes) {
  (void)area;
  (void)bytes;
  lv_display_flush_ready(display);
}

static void move_node(void *var, int32_t milliseconds) {
  (void)milliseconds;
  const moving *m = var;
  lv_obj_set_style_translate_x(m->object, (int32_t)lround(motion_target_x(m->index) * progress), 0);
  lv_obj_set_style_translate_y(m->object, (int32_t)lround(motion_target_y * progress), 0);
  lv_obj_set_style_transform_rotation(m->object, (int32_t)lround(motion_target_turn * progress * 1800 / M_PI), 0);
  lv_obj_set_style_opa(m->object, (uint8_t)lround(motion_opacity(progress) * 255), 0);
}

static lv_color_t color(motion_color c) {
  lv_color_t result = {c.blue, c.green, c.red};
  return result;
}

static void move_box(void *var, int32_t milliseconds) {
  (void)milliseconds;
  const moving *m = var;
  lv_obj_set_style_bg_color(m->object, color(motion_color_at(m->index, progress)), 0);
}

static void build(lv_obj_t *screen) {
  lv_obj_clean(screen);
  for (int i = 0; i < scene->count; i++) {
    lv_obj_t *o = lv_obj_create(screen);
    lv_obj_remove_style_all(o);
    lv_obj_remove_flag(o, LV_OBJ_FLAG_SCROLLABLE);
    lv_obj_set_pos(o, motion_x(scene, i), motion_y(scene, i));
    lv_obj_set_size(o, scene->side - 4, scene->side - 4);
    lv_obj_set_style_bg_color(o, color(motion_start_color(i)), 0);
    lv_obj_set_style_bg_opa(o, LV_OPA_COVER, 0);
    if (scene->transforms) {
      lv_obj_set_style_transform_pivot_x(o, (scene->side - 4) / 2, 0);
      lv_obj_set_style_transform_pivot_y(o, (scene->side - 4) / 2, 0);
    }
    movings[i].object = o;
    movings[i].index = i;
  }
}

static void start(void) {
  for (int i = 0; i < scene->count; i++) {
    lv_anim_t anim;
    lv_anim_init(&anim);
    lv_anim_set_var(&anim, &movings[i]);
    lv_anim_set_exec_cb(&anim, scene->transforms ? move_node : move_box);
    lv_anim_set_values(&anim, 0, 4000);
    lv_anim_set_duration(&anim, 4000);
    lv_anim_start(&anim);
  }
}

static void open_display(void) {
  lv_init();
  lv_tick_set_cb(tick);
  display = lv_display_create(MOTION_WIDTH, MOTION_HEIGHT);
  lv_display_set_color_format(display, LV_COLOR_FORMAT_XRGB8888);
  lv_display_set_buffers(display, pixels, NULL, sizeof pixels, LV_DISPLAY_RENDER_MODE_DIRECT);
  lv_display_set_flush_cb(display, flush);
  /* Frames are asked for by run(). */
  lv_display_delete_refr_timer(display);
}

/* Runs the scene once. With `whole`, what the animations change is not marked one by one, but the whole screen once. */
static void run(int whole, motion_times *times, uint32_t *picture) {
  frame = 0;
  progress = 0;
  lv_anim_delete_all();
  lv_obj_t *screen = lv_display_get_screen_active(display);
  lv_obj_remove_style_all(screen);
  lv_obj_remove_flag(screen, LV_OBJ_FLAG_SCROLLABLE);
  lv_obj_set_style_bg_color(screen, (lv_color_t){255, 255, 255}, 0);
  lv_obj_set_style_bg_opa(screen, LV_OPA_COVER, 0);
  build(screen);
  lv_display_refr_timer(NULL);
  start();
  for (frame = 1; frame <= MOTION_FRAMES; frame++) {
    double begin = motion_cpu();
    progress = motion_progress(motion_time(frame));
    if (whole) lv_display_enable_invalidation(display, 0);
    lv_anim_refr_now();
    if (whole) {
      lv_display_enable_invalidation(display, 1);
      lv_obj_invalidate(screen);
    }
    double moved = motion_cpu();
    lv_display_refr_timer(NULL);
    times->whole[frame - 1] = motion_cpu() - begin;
    times->before[frame - 1] = moved - begin;
    if (frame == MOTION_PICTURE) memcpy(picture, pixels, sizeof pixels);
  }
}

/* Runs scene `which` both ways and prints the lines of the faster, and the other's whole frame.
 *
 * Returns the pixels of frame MOTION_PICTURE, 4 bytes each in the order blue, green, red, unused; they last until the next call. */
const uint32_t *motion_lvgl(int which, const char *version) {
  static uint32_t picture[MOTION_WIDTH * MOTION_HEIGHT];
  static motion_times times[2];
  static const char *const ways[2] = {"each change marked by itself", "the whole screen marked once a frame"};
  scene = &motion_scenes[which];
  if (!display) open_display();
  double medians[2];
  for (int whole = 0; whole < 2; whole++) {
    run(whole, &times[whole], picture);
    medians[whole] = motion_median(&times[whole]);
  }
  int best = medians[1] < medians[0];
  char note[200];
  snprintf(note, sizeof note, "LVGL %s, %s: the timer of animations; median", version, ways[best]);
  motion_line("lvgl", scene->metric, "evaluation", times[best].before, note);
  snprintf(note, sizeof note, "LVGL %s, %s: the whole frame, painting included; median", version, ways[best]);
  motion_line("lvgl", scene->metric, "frame", times[best].whole, note);
  snprintf(note, sizeof note, "LVGL %s, %s: the whole frame, painting included; median", version, ways[!best]);
  motion_line("lvgl", scene->metric, "frame_otherwise", times[!best].whole, note);
  return picture;
}
