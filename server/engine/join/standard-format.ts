import { limits } from '#shared/limits.ts';

const { framesPerSecond } = limits.video;

/** Frames of a crossfade; also of a clip before its second keyframe and after its last one (decision 011). */
export const crossfadeFrames = limits.album.crossfadeSeconds * framesPerSecond;

/** A clip's start belongs to one crossfade and its end to another; in between it shows at least as much of its own. */
export const minFrames = 3 * crossfadeFrames;

/** A minute. */
export const maxFrames = 60 * framesPerSecond;

export interface PacketTime {
  /** Seconds, of the frame's presentation. */
  readonly timestamp: number;
  readonly key: boolean;
}

/** How far a timestamp may deviate, as a share of a frame: files store times in whole ticks. */
const tolerance = 0.05;

/**
 * Whether packets, given in decoding order, are structured like standard clips: 25 frames a second from 0 on without a
 * gap, keyframes at 0, one crossfade later and one crossfade before the end, and between two joints only packets of
 * frames between them. Such packets can be extracted independently.
 */
export function isStandardFormat(packets: readonly PacketTime[]): boolean {
  if (packets.length < minFrames) return false;
  const lastJoint = packets.length - crossfadeFrames;
  const partOf = (frame: number): number =>
    frame < 0 || frame >= packets.length ? Number.NaN : +(frame >= crossfadeFrames) + +(frame >= lastJoint);
  const isJoint = (frame: number): boolean => [0, crossfadeFrames, lastJoint].includes(frame);
  const shown = new Set<number>();
  const fits = packets.every(({ timestamp, key }, decoded) => {
    const time = timestamp * framesPerSecond;
    const frame = Math.round(time);
    shown.add(frame);
    if (Math.abs(time - frame) > tolerance || partOf(frame) !== partOf(decoded)) return false;
    return key === isJoint(decoded) && (!key || frame === decoded);
  });
  return fits && shown.size === packets.length;
}
