#include "color.h"

#include "rows.h"
#include <string.h>

#ifdef IC_COLOR_MANAGEMENT
#if !__has_include(<lcms2.h>)
#error "the headers of lcms2 are missing: apt-get install liblcms2-dev"
#endif
#include <lcms2.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <tessera_library.h>

#define FUNCTIONS(F)                                                                                                                       \
  F(cmsOpenProfileFromMemTHR) F(cmsCloseProfile) F(cmsGetColorSpace) F(cmsCreate_sRGBProfileTHR) F(cmsCreateRGBProfileTHR)               \
  F(cmsCreateGrayProfileTHR) F(cmsCreateTransformTHR) F(cmsDoTransform) F(cmsDeleteTransform) F(cmsBuildGamma)                            \
  F(cmsBuildParametricToneCurve) F(cmsFreeToneCurve) F(cmsCreateContext) F(cmsDeleteContext)

static struct {
#define F(name) __typeof__(name) *name;
  FUNCTIONS(F)
#undef F
} lcms; // written once, before the first read
static const tl_symbol symbols[] = {
#define F(name) {#name, &lcms.name, false},
  FUNCTIONS(F)
#undef F
};
static tl_library library = {.purpose = "color management of pictures", .names = {"liblcms2.so.2"}, .package = "liblcms2-2", TL_SYMBOLS(symbols)};
static pthread_once_t once = PTHREAD_ONCE_INIT;

struct ic_color {
  cmsContext context;
  cmsHTRANSFORM transform;
  int channels;
};

static void warn(void) { fprintf(stderr, "tessera: warning: %s; colors are taken as sRGB\n", library.problem); }

static bool is_there(void) {
  if (tl_open(&library)) return true;
  pthread_once(&once, warn);
  return false;
}

// Cache of profiles that are equal to sRGB, by a hash of their bytes, so that the comparison is made once.
enum { KNOWN = 16 };
static pthread_mutex_t known_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  uint64_t key;
  bool is_srgb;
} known[KNOWN];
static unsigned known_next;

// 64-bit FNV-1a.
static uint64_t key_of(const uint8_t *bytes, size_t length, ic_color_layout layout) {
  uint64_t hash = 0xCBF29CE484222325u ^ (uint64_t)layout;
  for (size_t i = 0; i < length; i++) hash = (hash ^ bytes[i]) * 0x100000001B3u;
  return hash | 1; // 0 marks a free slot
}

static bool is_known_srgb(uint64_t key, bool *is_known) {
  pthread_mutex_lock(&known_lock);
  bool result = *is_known = false;
  for (int i = 0; i < KNOWN && !*is_known; i++) *is_known = known[i].key == key, result = known[i].is_srgb;
  pthread_mutex_unlock(&known_lock);
  return *is_known && result;
}

static void remember(uint64_t key, bool is_srgb) {
  pthread_mutex_lock(&known_lock);
  known[known_next].key = key;
  known[known_next].is_srgb = is_srgb;
  known_next = (known_next + 1) % KNOWN;
  pthread_mutex_unlock(&known_lock);
}

// Returns lcms's pixel type of a layout, and the colour space that its profiles have.
static cmsUInt32Number type_of(ic_color_layout layout, cmsColorSpaceSignature *space) {
  *space = layout <= IC_COLOR_GRAY_ALPHA ? cmsSigGrayData : layout == IC_COLOR_CMYK ? cmsSigCmykData : cmsSigRgbData;
  switch (layout) {
  case IC_COLOR_GRAY: return TYPE_GRAY_8;
  case IC_COLOR_GRAY_ALPHA: return TYPE_GRAYA_8;
  case IC_COLOR_RGB: return TYPE_RGB_8;
  case IC_COLOR_RGBA: return TYPE_RGBA_8;
  case IC_COLOR_BGRA: return TYPE_BGRA_8;
  default: return TYPE_CMYK_8_REV;
  }
}

// Whether a transform changes no colour by more than one step. Such transforms are not used.
static bool is_identity(const ic_color *c, ic_color_layout layout) {
  if (layout == IC_COLOR_CMYK) return false;
  size_t channels = layout <= IC_COLOR_GRAY_ALPHA ? (size_t)layout : layout == IC_COLOR_RGB ? 3 : 4;
  bool is_gray = channels < 3;
  for (int i = 0; i < 6 * 6 * 6; i++) {
    const int v[3] = {i % 6 * 51, i / 6 % 6 * 51, i / 36 * 51};
    uint8_t from[4] = {(uint8_t)v[0], (uint8_t)v[1], (uint8_t)v[2], 255}, to[4] = {0};
    if (channels == 2) from[1] = 255;
    if (layout == IC_COLOR_BGRA) from[0] = (uint8_t)v[2], from[2] = (uint8_t)v[0];
    ic_color_apply(c, from, to, 1);
    for (int n = 0; n < 3; n++)
      if (abs(to[n] - v[is_gray ? 0 : n]) > 1) return false;
  }
  return true;
}

// Takes ownership of the profile. Returns NULL if colours are taken as sRGB.
static ic_color *make(cmsContext context, cmsHPROFILE profile, ic_color_layout layout) {
  ic_color *c = NULL;
  cmsColorSpaceSignature space;
  cmsUInt32Number type = type_of(layout, &space);
  bool has_alpha = layout == IC_COLOR_GRAY_ALPHA || layout == IC_COLOR_RGBA || layout == IC_COLOR_BGRA;
  if (profile && lcms.cmsGetColorSpace(profile) == space) {
    cmsHPROFILE srgb = lcms.cmsCreate_sRGBProfileTHR(context);
    if (srgb) {
      cmsHTRANSFORM transform = lcms.cmsCreateTransformTHR(
          context, profile, type, srgb, has_alpha ? TYPE_RGBA_8 : TYPE_RGB_8, INTENT_PERCEPTUAL,
          cmsFLAGS_NOCACHE | (has_alpha ? cmsFLAGS_COPY_ALPHA : 0));
      lcms.cmsCloseProfile(srgb);
      c = transform ? calloc(1, sizeof *c) : NULL;
      if (c) *c = (ic_color){context, transform, has_alpha ? 4 : 3};
      else if (transform) lcms.cmsDeleteTransform(transform);
    }
  }
  if (profile) lcms.cmsCloseProfile(profile);
  if (!c) lcms.cmsDeleteContext(context);
  return c;
}

// Returns the transform, or NULL if it has no effect; caches that result.
static ic_color *unless_identity(ic_color *c, uint64_t key, ic_color_layout layout) {
  bool is_same = !c || is_identity(c, layout);
  remember(key, is_same);
  if (!is_same) return c;
  ic_color_destroy(c);
  return NULL;
}

ic_color *ic_color_create(const uint8_t *profile, size_t length, ic_color_layout layout) {
  if (!profile || length < 128 || length > UINT32_MAX) return NULL;
  bool is_known;
  uint64_t key = key_of(profile, length, layout);
  if (is_known_srgb(key, &is_known) || !is_there()) return NULL;
  cmsContext context = lcms.cmsCreateContext(NULL, NULL); // errors of this context are not printed
  if (!context) return NULL;
  ic_color *c = make(context, lcms.cmsOpenProfileFromMemTHR(context, profile, (cmsUInt32Number)length), layout);
  return is_known ? c : unless_identity(c, key, layout);
}

ic_color *ic_color_create_calibrated(const ic_calibration *k, ic_color_layout layout) {
  if (k->gamma <= 0 && !k->has_primaries) return NULL;
  bool is_known;
  uint64_t key = key_of((const uint8_t *)k, sizeof *k, layout);
  if (is_known_srgb(key, &is_known) || !is_there()) return NULL;
  cmsContext context = lcms.cmsCreateContext(NULL, NULL);
  if (!context) return NULL;
  static const cmsFloat64Number srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  cmsToneCurve *curve = k->gamma > 0 ? lcms.cmsBuildGamma(context, 1 / k->gamma) : lcms.cmsBuildParametricToneCurve(context, 4, srgb);
  cmsCIExyY white = {0.3127, 0.3290, 1};
  cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
  if (k->has_primaries) {
    white = (cmsCIExyY){k->white[0], k->white[1], 1};
    primaries = (cmsCIExyYTRIPLE){{k->red[0], k->red[1], 1}, {k->green[0], k->green[1], 1}, {k->blue[0], k->blue[1], 1}};
  }
  cmsHPROFILE profile = NULL;
  if (curve && layout <= IC_COLOR_GRAY_ALPHA) profile = lcms.cmsCreateGrayProfileTHR(context, &white, curve);
  else if (curve) profile = lcms.cmsCreateRGBProfileTHR(context, &white, &primaries, (cmsToneCurve *[3]){curve, curve, curve});
  if (curve) lcms.cmsFreeToneCurve(curve);
  ic_color *c = make(context, profile, layout);
  return is_known ? c : unless_identity(c, key, layout);
}

int ic_color_channels(const ic_color *c) { return c->channels; }

void ic_color_apply(const ic_color *c, const uint8_t *from, uint8_t *to, size_t count) {
  lcms.cmsDoTransform(c->transform, from, to, (cmsUInt32Number)count); // rows have at most IC_MAX_SIDE pixels
}

void ic_color_destroy(ic_color *c) {
  if (!c) return;
  lcms.cmsDeleteTransform(c->transform);
  lcms.cmsDeleteContext(c->context);
  free(c);
}

#else // without lcms, colours are taken as sRGB

ic_color *ic_color_create(const uint8_t *profile, size_t length, ic_color_layout layout) {
  (void)profile, (void)length, (void)layout;
  return NULL;
}

ic_color *ic_color_create_calibrated(const ic_calibration *calibration, ic_color_layout layout) {
  (void)calibration, (void)layout;
  return NULL;
}

int ic_color_channels(const ic_color *color) { return color ? 3 : 0; }

void ic_color_apply(const ic_color *color, const uint8_t *from, uint8_t *to, size_t count) {
  (void)color, (void)from, (void)to, (void)count;
}

void ic_color_destroy(ic_color *color) { (void)color; }

#endif

void ic_color_apply_in_place(const ic_color *c, uint8_t *pixels, size_t count) {
  uint8_t piece[256 * 4];
  for (size_t at = 0; at < count; at += 256) {
    size_t some = count - at < 256 ? count - at : 256;
    ic_color_apply(c, pixels + at * 4, piece, some);
    ic_row_from_rgba(pixels + at * 4, piece, some);
  }
}

// ITU-T H.273: chromaticities of code point `primaries`, gamma of code point `transfer`.
ic_color *ic_color_create_coded(int32_t primaries, int32_t transfer, ic_color_layout layout) {
  static const struct {
    int32_t code;
    double white[2], red[2], green[2], blue[2];
  } table[] = {
      {4, {0.310, 0.316}, {0.67, 0.33}, {0.21, 0.71}, {0.14, 0.08}},   {5, {0.3127, 0.3290}, {0.64, 0.33}, {0.29, 0.60}, {0.15, 0.06}},
      {6, {0.3127, 0.3290}, {0.63, 0.34}, {0.31, 0.595}, {0.155, 0.07}}, {7, {0.3127, 0.3290}, {0.63, 0.34}, {0.31, 0.595}, {0.155, 0.07}},
      {9, {0.3127, 0.3290}, {0.708, 0.292}, {0.17, 0.797}, {0.131, 0.046}}, {11, {0.314, 0.351}, {0.68, 0.32}, {0.265, 0.69}, {0.15, 0.06}},
      {12, {0.3127, 0.3290}, {0.68, 0.32}, {0.265, 0.69}, {0.15, 0.06}}};
  ic_calibration k;
  memset(&k, 0, sizeof k); // the bytes are hashed
  k.gamma = transfer == 4 ? 1 / 2.2 : transfer == 5 ? 1 / 2.8 : transfer == 8 ? 1 : 0;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (table[i].code != primaries) continue;
    k.has_primaries = 1;
    for (int n = 0; n < 2; n++)
      k.white[n] = table[i].white[n], k.red[n] = table[i].red[n], k.green[n] = table[i].green[n], k.blue[n] = table[i].blue[n];
  }
  return ic_color_create_calibrated(&k, layout);
}
