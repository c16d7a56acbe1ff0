#!/bin/sh
# Builds Debian's ffmpeg, patches and hardening flags included, with only what server/engine uses: decoders for our own clips and
# those of hosted providers, the filters of animate, join and conform, and encoders for H.264 and AAC. No network, no devices,
# no desktop. Usage: build-ffmpeg.sh FOLDER_WITH_THE_SOURCE_PACKAGE PREFIX
set -eu
dpkg-source --no-check -x "$1"/ffmpeg_*.dsc /build/ffmpeg
cd /build/ffmpeg
# Makes the build reproducible: the same source always gives the same file.
SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -S Timestamp)
export SOURCE_DATE_EPOCH
./configure \
  --prefix="$2" \
  --extra-version="$(dpkg-parsechangelog -S Version | sed 's/^.*-/0/;s/^00/0/')-memori" \
  --extra-cflags="$(dpkg-buildflags --get CFLAGS) $(dpkg-buildflags --get CPPFLAGS) -ffile-prefix-map=/build/ffmpeg=." \
  --extra-ldflags="$(dpkg-buildflags --get LDFLAGS)" \
  --disable-everything --disable-autodetect --disable-network --disable-doc --disable-debug --disable-avdevice --disable-postproc \
  --disable-ffplay --disable-ffprobe \
  --enable-gpl --enable-pthreads --enable-libx264 --enable-libdav1d \
  --enable-protocol=file,pipe \
  --enable-demuxer=mov,matroska,mp3,rawvideo \
  --enable-muxer=mp4,rawvideo,framecrc,null \
  --enable-decoder=h264,hevc,vp8,vp9,libdav1d,rawvideo,aac,mp3float,opus,vorbis \
  --enable-encoder=libx264,aac,rawvideo,wrapped_avframe,pcm_s16le \
  --enable-parser=h264,hevc,vp8,vp9,av1,aac,mpegaudio,opus,vorbis \
  --enable-bsf=aac_adtstoasc,extract_extradata,h264_mp4toannexb,hevc_mp4toannexb,vp9_superframe_split \
  --enable-filter=acrossfade,aformat,afade,anull,apad,aresample,asetpts,atrim,crop,format,fps,framerate,gblur,geq,lutyuv,maskedmerge,null,overlay,scale,setpts,setsar,settb,split,tpad,trim
make -j"$(nproc)" ffmpeg
install -D -s -m 755 ffmpeg "$2/bin/ffmpeg"
