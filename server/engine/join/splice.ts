import { rename, rm } from 'node:fs/promises';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  type MetadataTags,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { limits } from '#shared/limits.ts';
import { withAudio, withVideo } from './clip.ts';
import { ClipError } from './types.ts';

const { framesPerSecond } = limits.video;

/** Frames of a file in the standard format or of a piece, from one keyframe up to another or to the end. */
export interface Segment {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

export interface SpliceOptions {
  /** In the film's order. All have the same parameter sets and frame size. */
  readonly segments: readonly Segment[];
  /** A file that contains AAC; null for no sound. */
  readonly soundtrack: string | null;
  readonly tags: MetadataTags;
  /** The film appears here once it is complete, never before. */
  readonly output: string;
  /** Called with the number of frames added to the film. */
  readonly onFrames: (frames: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Joins pieces into one MP4 by copying their packets; nothing is encoded. The index is at the front, in space reserved
 * for it, so that memory does not grow with the film. Throws ClipError if a file does not hold the expected packets, or
 * the signal's reason.
 */
export async function splice(options: SpliceOptions): Promise<void> {
  const unfinished = `${options.output}.part`;
  try {
    if (options.soundtrack === null) await write(unfinished, options, null);
    else
      await withAudio(options.soundtrack, async (track) => {
        const packets: EncodedPacket[] = [];
        for await (const packet of new EncodedPacketSink(track).packets()) {
          // Packets before 0 only prime the decoder, and the music starts in silence anyway.
          if (packet.timestamp >= 0) packets.push(packet);
        }
        await write(unfinished, options, { packets, decoderConfig: (await track.getDecoderConfig())! });
      });
    await rename(unfinished, options.output);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

interface Sound {
  /** All packets: a few megabytes at most. */
  readonly packets: readonly EncodedPacket[];
  readonly decoderConfig: AudioDecoderConfig;
}

async function write(
  path: string,
  { segments, tags, onFrames, signal }: SpliceOptions,
  sound: Sound | null,
): Promise<void> {
  const format = new Mp4OutputFormat({ fastStart: 'reserve' });
  const output = new Output({ format, target: new FilePathTarget(path, { chunkSize: 2 ** 20 }) });
  output.setMetadataTags(tags);
  const frames = segments.reduce((sum, { from, to }) => sum + to - from, 0);
  const video = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(video, { frameRate: framesPerSecond, maximumPacketCount: frames });
  const playUntil = addSound(output, sound);
  await output.start();
  try {
    let at = 0;
    for (const segment of segments) {
      signal.throwIfAborted();
      await playUntil((at + segment.to - segment.from) / framesPerSecond);
      await copySegment(segment, at, video);
      at += segment.to - segment.from;
      onFrames(segment.to - segment.from);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
}

/** Adds the sound track, if there is sound. Returns a function that adds its packets up to a time in seconds. */
function addSound(output: Output, sound: Sound | null): (seconds: number) => Promise<void> {
  if (!sound) return () => Promise.resolve();
  const { packets, decoderConfig } = sound;
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source, { maximumPacketCount: packets.length });
  let next = 0;
  return async (seconds) => {
    while (next < packets.length && packets[next]!.timestamp < seconds)
      await source.add(packets[next++]!, { decoderConfig });
  };
}

/** Copies the packets of a segment so that its first frame is the film's frame `at`. */
async function copySegment(segment: Segment, at: number, target: EncodedVideoPacketSource): Promise<void> {
  const { packets, decoderConfig } = await readSegment(segment);
  for (const { data, type, timestamp } of packets) {
    const frame = Math.round(timestamp * framesPerSecond) - segment.from + at;
    const placed = new EncodedPacket(data, type, frame / framesPerSecond, 1 / framesPerSecond);
    await target.add(placed, { decoderConfig });
  }
}

/** Reads the packets of a segment, in decoding order: a few megabytes. */
function readSegment({ path, from, to }: Segment) {
  return withVideo(path, async (track) => {
    const sink = new EncodedPacketSink(track);
    // Aims at the middle of the frame, because files store times in whole ticks.
    const first = await sink.getKeyPacket((from + 0.5) / framesPerSecond);
    const packets: EncodedPacket[] = [];
    for await (const packet of sink.packets(first ?? undefined)) {
      if (packets.length === to - from) break;
      checkUnits(packet.data);
      packets.push(packet);
    }
    if (packets.length < to - from) throw new ClipError(`There are ${packets.length} of ${to - from} frames`);
    return { packets, decoderConfig: (await track.getDecoderConfig())! };
  });
}

/** Bytes of the length prefix of each NAL unit; ffmpeg always writes four. */
const lengthBytes = 4;

/** Checks that a packet is a sequence of complete NAL units (ISO/IEC 14496-15, 5.3.4.2). Throws ClipError. */
function checkUnits(data: Uint8Array): void {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let position = 0;
  while (position + lengthBytes <= data.length) position += lengthBytes + view.getUint32(position);
  if (position !== data.length || data.length === 0) throw new ClipError('A packet of the clip is damaged');
}
