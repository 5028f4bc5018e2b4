/* What motion_lvgl.c calls of LVGL 9. The wheel whose library it is linked with brings no headers along. */
#ifndef LVGL_API_H
#define LVGL_API_H
#include <stdint.h>

typedef struct lv_obj lv_obj_t;
typedef struct lv_display lv_display_t;
typedef struct lv_timer lv_timer_t;
typedef struct {
  int32_t x1, y1, x2, y2;
} lv_area_t;
typedef struct {
  uint8_t blue, green, red;
} lv_color_t;
typedef struct {
  /* Larger than the library's own, which is only handled by its functions. */
  _Alignas(16) char bytes[512];
} lv_anim_t;
enum { LV_COLOR_FORMAT_XRGB8888 = 17, LV_DISPLAY_RENDER_MODE_DIRECT = 1, LV_OPA_COVER = 255, LV_OBJ_FLAG_SCROLLABLE = 1 << 4 };

void lv_init(void);
void lv_tick_set_cb(uint32_t (*cb)(void));
lv_display_t *lv_display_create(int32_t width, int32_t height);
void lv_display_set_color_format(lv_display_t *display, int format);
void lv_display_set_buffers(lv_display_t *display, void *first, void *second, uint32_t bytes, int mode);
void lv_display_set_flush_cb(lv_display_t *display, void (*cb)(lv_display_t *, const lv_area_t *, uint8_t *));
void lv_display_flush_ready(lv_display_t *display);
void lv_display_delete_refr_timer(lv_display_t *display);
void lv_display_refr_timer(lv_timer_t *timer);
void lv_display_enable_invalidation(lv_display_t *display, int enabled);
lv_obj_t *lv_display_get_screen_active(lv_display_t *display);

lv_obj_t *lv_obj_create(lv_obj_t *parent);
void lv_obj_invalidate(const lv_obj_t *object);
void lv_obj_clean(lv_obj_t *object);
void lv_obj_remove_style_all(lv_obj_t *object);
void lv_obj_remove_flag(lv_obj_t *object, uint32_t flag);
void lv_obj_set_pos(lv_obj_t *object, int32_t x, int32_t y);
void lv_obj_set_size(lv_obj_t *object, int32_t width, int32_t height);
void lv_obj_set_style_bg_color(lv_obj_t *object, lv_color_t color, uint32_t selector);
void lv_obj_set_style_bg_opa(lv_obj_t *object, uint8_t opacity, uint32_t selector);
void lv_obj_set_style_opa(lv_obj_t *object, uint8_t opacity, uint32_t selector);
void lv_obj_set_style_translate_x(lv_obj_t *object, int32_t x, uint32_t selector);
void lv_obj_set_style_translate_y(lv_obj_t *object, int32_t y, uint32_t selector);
/* Tenths of a degree. */
void lv_obj_set_style_transform_rotation(lv_obj_t *object, int32_t turn, uint32_t selector);
void lv_obj_set_style_transform_pivot_x(lv_obj_t *object, int32_t x, uint32_t selector);
void lv_obj_set_style_transform_pivot_y(lv_obj_t *object, int32_t y, uint32_t selector);

void lv_anim_init(lv_anim_t *anim);
void lv_anim_set_var(lv_anim_t *anim, void *var);
void lv_anim_set_exec_cb(lv_anim_t *anim, void (*cb)(void *var, int32_t value));
void lv_anim_set_values(lv_anim_t *anim, int32_t start, int32_t end);
void lv_anim_set_duration(lv_anim_t *anim, uint32_t milliseconds);
void *lv_anim_start(const lv_anim_t *anim);
void lv_anim_delete_all(void);
void lv_anim_refr_now(void);
#endif
