import type { FrameSize } from '../motion/frame-size.ts';
import type { FilmFormat } from './look.ts';

/** The frame sizes of the shapes that can be asked for: 768 pixels on the shorter side, as the videos have. */
const formatSizes: Record<Exclude<FilmFormat, 'auto'>, FrameSize> = {
  '16:9': { width: 1366, height: 768 },
  '9:16': { width: 768, height: 1366 },
  '1:1': { width: 768, height: 768 },
};

/** The frame size of a film of these clips, which must not be empty. */
export function chooseFrameSize(clips: readonly FrameSize[], format: FilmFormat): FrameSize {
  return format === 'auto' ? commonestSize(clips) : formatSizes[format];
}

/**
 * Among clips with the most common aspect, the most common size; ties go to the one that
 * comes first in the film. Sides are even, as 4:2:0 requires.
 */
function commonestSize(clips: readonly FrameSize[]): FrameSize {
  const ofAspect = commonest(clips, ({ width, height }) => (width / height).toFixed(2));
  const { width, height } = commonest(ofAspect, (clip) => `${clip.width}x${clip.height}`)[0]!;
  return { width: even(width), height: even(height) };
}

/** The largest group of equal items; the earliest one in a tie. */
function commonest<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()].reduce((best, group) => (group.length > best.length ? group : best));
}

/** The largest size of the clip's shape that fits into the frame. */
export function fitted(clip: FrameSize, frame: FrameSize): FrameSize {
  const scale = Math.min(frame.width / clip.width, frame.height / clip.height);
  return { width: even(clip.width * scale), height: even(clip.height * scale) };
}

/** Whether a clip fills a frame. */
export function fills(clip: FrameSize, frame: FrameSize): boolean {
  const { width, height } = fitted(clip, frame);
  return width === frame.width && height === frame.height;
}

/** Of the frame's shorter side: the free paper around a print, and the width of the print's edge. */
const mount = { margin: 0.035, edge: 0.012 } as const;

/** The sizes of a clip in a frame of another shape, and of the print that it is on, both in the frame's middle. */
export function mountedIn(clip: FrameSize, frame: FrameSize): { inner: FrameSize; print: FrameSize } {
  const shorter = Math.min(frame.width, frame.height);
  const [margin, edge] = [even(shorter * mount.margin), even(shorter * mount.edge)];
  const free = 2 * (margin + edge);
  const inner = fitted(clip, { width: frame.width - free, height: frame.height - free });
  return { inner, print: { width: inner.width + 2 * edge, height: inner.height + 2 * edge } };
}

/** The nearest even number, at least 2. */
export function even(value: number): number {
  return Math.max(2, 2 * Math.round(value / 2));
}
