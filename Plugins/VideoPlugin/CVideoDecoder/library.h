// libavformat, libavcodec and libavutil, loaded at first use and never closed. Any thread.
#pragma once
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/md5.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>

#define VD_FORMAT_FUNCTIONS(F)                                                                                                             \
  F(avformat_version)                                                                                                                      \
  F(avformat_alloc_context)                                                                                                                \
  F(avformat_open_input)                                                                                                                   \
  F(avformat_close_input)                                                                                                                  \
  F(avformat_free_context)                                                                                                                 \
  F(avformat_find_stream_info)                                                                                                             \
  F(avformat_seek_file)                                                                                                                    \
  F(av_read_frame)                                                                                                                         \
  F(av_seek_frame)                                                                                                                         \
  F(av_guess_sample_aspect_ratio)                                                                                                          \
  F(av_find_best_stream)                                                                                                                   \
  F(avio_alloc_context)                                                                                                                    \
  F(avio_context_free)

#define VD_CODEC_FUNCTIONS(F)                                                                                                              \
  F(avcodec_version)                                                                                                                       \
  F(avcodec_find_decoder)                                                                                                                  \
  F(avcodec_alloc_context3)                                                                                                                \
  F(avcodec_free_context)                                                                                                                  \
  F(avcodec_parameters_to_context)                                                                                                         \
  F(avcodec_open2)                                                                                                                         \
  F(avcodec_send_packet)                                                                                                                   \
  F(avcodec_receive_frame)                                                                                                                 \
  F(avcodec_flush_buffers)                                                                                                                 \
  F(avcodec_get_name)                                                                                                                      \
  F(avcodec_profile_name)                                                                                                                  \
  F(avcodec_parameters_copy)                                                                                                               \
  F(av_bsf_get_by_name)                                                                                                                    \
  F(av_bsf_alloc)                                                                                                                          \
  F(av_bsf_init)                                                                                                                           \
  F(av_bsf_send_packet)                                                                                                                    \
  F(av_bsf_receive_packet)                                                                                                                 \
  F(av_bsf_flush)                                                                                                                          \
  F(av_bsf_free)                                                                                                                           \
  F(av_packet_alloc)                                                                                                                       \
  F(av_packet_free)                                                                                                                        \
  F(av_packet_move_ref)                                                                                                                    \
  F(av_packet_unref)

#define VD_UTIL_FUNCTIONS(F)                                                                                                               \
  F(avutil_version)                                                                                                                        \
  F(av_frame_alloc)                                                                                                                        \
  F(av_frame_free)                                                                                                                         \
  F(av_frame_get_side_data)                                                                                                                \
  F(av_malloc)                                                                                                                             \
  F(av_freep)                                                                                                                              \
  F(av_max_alloc)                                                                                                                          \
  F(av_log_set_level)                                                                                                                      \
  F(av_md5_alloc)                                                                                                                          \
  F(av_md5_init)                                                                                                                           \
  F(av_md5_update)                                                                                                                         \
  F(av_md5_final)                                                                                                                          \
  F(av_image_get_linesize)                                                                                                                 \
  F(av_pix_fmt_desc_get)                                                                                                                   \
  F(av_get_pix_fmt_name)                                                                                                                   \
  F(av_color_space_name)                                                                                                                   \
  F(av_color_primaries_name)                                                                                                               \
  F(av_color_transfer_name)                                                                                                                \
  F(av_display_rotation_get)                                                                                                               \
  F(av_dict_set)                                                                                                                           \
  F(av_dict_free)                                                                                                                          \
  F(av_strerror)

typedef struct {
#define F(name) __typeof__(name) *name;
  VD_FORMAT_FUNCTIONS(F)
  VD_CODEC_FUNCTIONS(F)
  VD_UTIL_FUNCTIONS(F)
#undef F
} vd_av;

// Returns NULL if a library is not installed, has another major version than its header, or lacks a function.
const vd_av *vd_library(void);
