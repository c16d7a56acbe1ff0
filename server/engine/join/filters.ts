import { even, fills, fitted, mountedIn } from '#shared/film/frame.ts';
import { captionFadeSeconds } from '#shared/film/look.ts';
import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { ClipColours, ClipIndex } from './clip.ts';
import { crossfadeFrames } from './standard-format.ts';
import type { Mat, Overlay } from './types.ts';

const { framesPerSecond } = limits.video;

/** How much smaller the fill is while being blurred: softer and cheaper than a wide blur at full size. */
const fillScale = 16;
/** Sigma in pixels of the small fill: wide enough that no second face is recognizable next to the first. */
const fillBlur = 6;
/** Slightly darker than the picture, to keep the focus on the picture; black is 16. */
const fillShade = "lutyuv=y='16+(val-16)*0.8'";

/** Some frames of one of ffmpeg's inputs, counted from where it starts. */
export interface Take {
  readonly input: number;
  readonly from: number;
  readonly to: number;
}

const onStandardTimeBase = `settb=1/${framesPerSecond},setpts=N`;

/** ffmpeg's filter graph, without its output's label, for some frames after the others, on the standard time base. */
export function takeFilter(takes: readonly Take[]): string {
  const parts = takes.map(({ input, from, to }) => {
    const start = from === 0 ? '' : `start_frame=${from}:`;
    return `[${input}:v]trim=${start}end_frame=${to},${onStandardTimeBase}`;
  });
  if (parts.length === 1) return parts[0]!;
  const labels = takes.map(({ input }) => `[take${input}]`);
  const named = parts.map((part, i) => `${part}${labels[i]}`);
  return [...named, `${labels.join('')}concat=n=${parts.length}:v=1,${onStandardTimeBase}`].join(';');
}

/**
 * ffmpeg's filter graph for a crossfade between two sequences of frames. The weight of frame n is (n + 1/2) / 25, as a
 * plane of one grey, because some supported ffmpegs lack `xfade`.
 */
export function crossfadeFilter(
  from: readonly Take[],
  to: readonly Take[],
  { width, height }: FrameSize,
): string {
  const weight = `'255*(N+0.5)/${crossfadeFrames}+0.5'`;
  return [
    `${takeFilter(from)},split[from][copy]`,
    `${takeFilter(to)}[to]`,
    `[copy]crop=16:16:0:0,geq=lum=${weight}:cb=${weight}:cr=${weight},scale=${width}:${height}:flags=neighbor[mask]`,
    '[from][to][mask]maskedmerge',
  ].join(';');
}

/** Unspecified pixel aspect: square pixels would be stated in the stream's headers, unlike in standard clips. */
const unknownAspect = 'setsar=0';

/** The brand's paper, and the edge of a print that lies on it (client/src/ui/styles/palette.css). */
const paper = { ground: '0xf4efe4', edge: '0xfffefa' } as const;
/**
 * ffmpeg's filter graph that converts any clip to the standard rate, colours and the given frame size. The whole
 * picture is fitted in, never stretched or cropped. In a frame of another shape it either fills as much as it can, over
 * a soft, blurred copy of itself, or is mounted on paper like a print.
 */
export function fitFilter(clip: ClipIndex, frame: FrameSize, mat: Mat): string {
  if (fills(clip, frame)) return `${converted(clip, frame)},${unknownAspect}`;
  return mat === 'paper' ? onPaper(clip, frame) : overBlur(clip, fitted(clip, frame), frame);
}

function converted(clip: ClipIndex, size: FrameSize): string {
  return `[0:v]fps=${framesPerSecond},${scaleTo(size, 'lanczos')}:${toHouseColours(clip)},format=yuv420p`;
}

function onPaper(clip: ClipIndex, frame: FrameSize): string {
  const { inner, print } = mountedIn(clip, frame);
  return [
    converted(clip, inner),
    padding(inner, print, paper.edge),
    padding(print, frame, paper.ground),
    unknownAspect,
  ].join(',');
}

function overBlur(clip: ClipIndex, inner: FrameSize, frame: FrameSize): string {
  const small = { width: even(frame.width / fillScale), height: even(frame.height / fillScale) };
  const cover = Math.max(small.width / inner.width, small.height / inner.height);
  const covering = { width: evenUp(inner.width * cover), height: evenUp(inner.height * cover) };
  const blur = `${scaleTo(covering, 'area')},crop=${small.width}:${small.height},gblur=sigma=${fillBlur},${fillShade}`;
  const { left, top } = centred(inner, frame);
  return [
    `${converted(clip, inner)},split[picture][copy]`,
    `[copy]${blur},${scaleTo(frame, 'bicubic')}[fill]`,
    `[fill][picture]overlay=${left}:${top}:format=yuv420,${unknownAspect}`,
  ].join(';');
}

/** Where a picture begins in the middle of a frame: a chroma sample covers two rows and columns, so offsets are even. */
function centred(inner: FrameSize, frame: FrameSize): { left: number; top: number } {
  return { left: 2 * ((frame.width - inner.width) >> 2), top: 2 * ((frame.height - inner.height) >> 2) };
}

function padding(inner: FrameSize, frame: FrameSize, colour: string): string {
  const { left, top } = centred(inner, frame);
  return `pad=${frame.width}:${frame.height}:${left}:${top}:color=${colour}`;
}

/** ffmpeg's filter graph for a still picture of the frame's size, on input 0, shown for some frames. */
export function cardFilter(frames: number): string {
  return `[0:v]${pictureColours},format=yuv420p,trim=end_frame=${frames},${onStandardTimeBase},${unknownAspect}`;
}

/** When a caption is seen, in frames, `to` excluded. */
export interface CaptionTime {
  readonly from: number;
  readonly to: number;
}

/** Frames in which a caption appears and disappears. */
const captionFade = captionFadeSeconds * framesPerSecond;

/** Appends a caption, from the picture on `input`, to a filter graph that yields `frames` frames. */
export function captionFilter(
  graph: string,
  input: number,
  { left, top }: Pick<Overlay, 'left' | 'top'>,
  { from, to }: CaptionTime,
  frames: number,
): string {
  const fades = [`in:${from}`, `out:${to - captionFade}`].map(
    (fade) => `fade=${fade}:${captionFade}:alpha=1`,
  );
  return [
    `${graph}[body]`,
    `[${input}:v]${pictureColours},format=yuva420p,trim=end_frame=${frames},${onStandardTimeBase},${fades.join(',')}[caption]`,
    `[body][caption]overlay=${left}:${top}:format=yuv420`,
  ].join(';');
}

/** Converts a PNG's colours to the standard ones. */
const pictureColours = 'scale=in_range=full:out_color_matrix=bt709:out_range=limited';

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
