#include "added_text.h"

#include "text_memory.h"

double cr_added_width(const cr_shaped *s) {
  double width = 0;
  for (size_t c = 0; c < s->paragraphs[0].end_cluster; c++) width += (double)s->clusters[c].advance;
  return width;
}

cr_shaped *cr_added_text(cr_line_builder *b, uint32_t attribute, const char *text, size_t length, cr_direction direction) {
  const cr_layout *l = b->layout;
  cr_text_run run = l->shaped->attributes[attribute].run;
  run.start = 0;
  run.end = (uint32_t)length;
  run.language = l->shaped->attributes[attribute].language;
  run.is_object = false;
  cr_shaped *shaped = NULL;
  return cr_shaped_create(l->library, text, length, &run, 1, direction, &shaped) == CR_OK ? shaped : NULL;
}

const cr_shaped *cr_hyphen_before(cr_line_builder *b, const cr_paragraph *p, uint32_t cluster) {
  cr_layout *l = b->layout;
  const uint32_t attribute = cr_run_of(l->shaped, p, cluster - 1)->attribute;
  if (!l->hyphens && !(l->hyphens = tx_calloc(l->shaped->attribute_count, sizeof *l->hyphens))) return NULL;
  static const char hyphen[] = "\xE2\x80\x90";
  if (!l->hyphens[attribute]) l->hyphens[attribute] = cr_added_text(b, attribute, hyphen, sizeof hyphen - 1, CR_DIRECTION_AUTO);
  return l->hyphens[attribute];
}
