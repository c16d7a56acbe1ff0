import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { ClipColours, ClipIndex } from './clip.ts';
import { crossfadeFrames, even } from './standard-format.ts';

const { framesPerSecond } = limits.video;

/** How much smaller the fill is while being blurred: softer and cheaper than a wide blur at full size. */
const fillScale = 16;
/** Sigma in pixels of the small fill: wide enough that no second face is recognizable next to the first. */
const fillBlur = 6;
/** Slightly darker than the picture, to keep the focus on the picture; black is 16. */
const fillShade = "lutyuv=y='16+(val-16)*0.8'";

/** Takes `frames` frames and puts them on the standard time base. */
function take(frames: number): string {
  return `trim=end_frame=${frames},settb=1/${framesPerSecond},setpts=N`;
}

/**
 * ffmpeg's filter graph for a crossfade from input 0 to input 1. The weight of frame n is (n + 1/2) / 25, as a plane of
 * one grey, because some supported ffmpegs lack `xfade`.
 */
export function crossfadeFilter({ width, height }: FrameSize): string {
  const weight = `'255*(N+0.5)/${crossfadeFrames}+0.5'`;
  return [
    `[0:v]${take(crossfadeFrames)},split[from][copy]`,
    `[1:v]${take(crossfadeFrames)}[to]`,
    `[copy]crop=16:16:0:0,geq=lum=${weight}:cb=${weight}:cr=${weight},scale=${width}:${height}:flags=neighbor[mask]`,
    '[from][to][mask]maskedmerge',
  ].join(';');
}

/** ffmpeg's filter graph for some unmodified frames of a clip. */
export function passFilter(frames: number): string {
  return `[0:v]${take(frames)}`;
}

/** Unspecified pixel aspect: square pixels would be stated in the stream's headers, unlike in standard clips. */
const unknownAspect = 'setsar=0';

/**
 * ffmpeg's filter graph that converts any clip to the standard rate, colours and the given frame size. The whole
 * picture is fitted in, never stretched or cropped; the remaining area is filled with a soft, blurred copy of it.
 */
export function fitFilter(clip: ClipIndex, frame: FrameSize): string {
  const scale = Math.min(frame.width / clip.width, frame.height / clip.height);
  const inner = { width: even(clip.width * scale), height: even(clip.height * scale) };
  const picture = `[0:v]fps=${framesPerSecond},${scaleTo(inner, 'lanczos')}:${toHouseColours(clip)},format=yuv420p`;
  if (inner.width === frame.width && inner.height === frame.height) return `${picture},${unknownAspect}`;
  const small = { width: even(frame.width / fillScale), height: even(frame.height / fillScale) };
  const cover = Math.max(small.width / inner.width, small.height / inner.height);
  const covering = { width: evenUp(inner.width * cover), height: evenUp(inner.height * cover) };
  const blur = `${scaleTo(covering, 'area')},crop=${small.width}:${small.height},gblur=sigma=${fillBlur},${fillShade}`;
  // A chroma sample covers two rows and two columns, so offsets are even.
  const [left, top] = [frame.width - inner.width, frame.height - inner.height].map((free) => 2 * (free >> 2));
  return [
    `${picture},split[picture][copy]`,
    `[copy]${blur},${scaleTo(frame, 'bicubic')}[fill]`,
    `[fill][picture]overlay=${left}:${top}:format=yuv420,${unknownAspect}`,
  ].join(';');
}

function scaleTo({ width, height }: FrameSize, flags: string): string {
  return `scale=${width}:${height}:flags=${flags}`;
}

/** Options of ffmpeg's `scale` that convert a clip's colours to the standard ones. */
export function toHouseColours({ matrix, fullRange }: ClipColours): string {
  const from = `in_color_matrix=${matrix}:in_range=${fullRange ? 'full' : 'limited'}`;
  return `${from}:out_color_matrix=bt709:out_range=limited`;
}

function evenUp(value: number): number {
  return 2 * Math.ceil(value / 2);
}
