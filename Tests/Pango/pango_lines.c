// Reads language, font file, family and text from each line of standard input, lays the text out with Pango at 16 pixels per em and at the widths
// that the arguments name, and writes one line each: number of the paragraph, width, then for each line of text the byte that it starts at and its
// width in pixels. No hinting, no rounding: see run.
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void lay_out(const char *language, const char *file, const char *family, const char *text, int number, char **widths) {
  FcConfig *config = FcConfigCreate();
  char path[1024];
  snprintf(path, sizeof path, "/usr/share/fonts/%s", file);
  if (!FcConfigAppFontAddFile(config, (const FcChar8 *)path)) {
    fprintf(stderr, "pango_lines: no font file %s\n", path);
    return;
  }
  PangoFontMap *map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
  pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(map), 72);
  PangoContext *context = pango_font_map_create_context(map);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  pango_context_set_round_glyph_positions(context, FALSE);
  pango_context_set_language(context, pango_language_from_string(language));
  PangoFontDescription *font = pango_font_description_new();
  pango_font_description_set_family(font, family);
  pango_font_description_set_absolute_size(font, 16 * PANGO_SCALE);
  PangoAttrList *attributes = pango_attr_list_new();
  pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(FALSE));
  for (; *widths; widths++) {
    PangoLayout *layout = pango_layout_new(context);
    pango_layout_set_font_description(layout, font);
    pango_layout_set_attributes(layout, attributes);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_width(layout, atoi(*widths) * PANGO_SCALE);
    pango_layout_set_text(layout, text, -1);
    printf("%d\t%s", number, *widths);
    for (int k = 0; k < pango_layout_get_line_count(layout); k++) {
      PangoLayoutLine *line = pango_layout_get_line_readonly(layout, k);
      PangoRectangle logical;
      pango_layout_line_get_extents(line, NULL, &logical);
      printf("\t%d:%.3f", line->start_index, (double)logical.width / PANGO_SCALE);
    }
    putchar('\n');
    g_object_unref(layout);
  }
  pango_attr_list_unref(attributes);
  pango_font_description_free(font);
  cairo_font_options_destroy(options);
  g_object_unref(context);
  g_object_unref(map);
}

int main(int count, char **arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: pango_lines WIDTH...\n");
    return 2;
  }
  static char line[1 << 16];
  printf("# Made by Tests/Pango/run with Pango %s; do not edit. Paragraph, width, then start:width of each line.\n", pango_version_string());
  for (int number = 0; fgets(line, sizeof line, stdin);) {
    if (*line == '#') continue;
    line[strcspn(line, "\n")] = 0;
    char *rest = line, *field[4];
    for (int i = 0; i < 4; i++) field[i] = strsep(&rest, "\t");
    if (field[3]) lay_out(field[0], field[1], field[2], field[3], number++, arguments + 1);
  }
}
