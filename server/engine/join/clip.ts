import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny';
import { isStandardFormat, type PacketTime } from './standard-format.ts';
import { ClipError } from './types.ts';

/** How a video's samples make colours. */
export interface ClipColours {
  /** The matrix that made luma and chroma. What does not tell is taken for BT.709, as players do at these sizes. */
  readonly matrix: 'bt709' | 'bt601';
  /** Whether levels reach from 0 to 255 instead of 16 to 235. */
  readonly fullRange: boolean;
}

/** What a film needs to know of a video file, read without decoding a frame. */
export interface ClipIndex extends ClipColours {
  readonly path: string;
  /** As it is shown: upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  /** Frames as they are stored, at whatever rate. */
  readonly frames: number;
  readonly seconds: number;
  /** H.264 with the standard keyframes and colours, shown as it is stored: packets can be copied out of it. */
  readonly isStandard: boolean;
  /** The decoder's sequence and picture parameter sets, to be compared between files; '' if it is not H.264. */
  readonly parameterSets: string;
}

/** A video file that frames are taken from. */
export interface Clip {
  /** Names its content for good. */
  readonly identity: string;
  readonly index: ClipIndex;
}

/** Reads the colours of a video file. Throws ClipError. */
export function readClipColours(path: string): Promise<ClipColours> {
  return withVideo(path, readColours);
}

/** Reads what there is to know of a video file. Throws ClipError. */
export function readClip(path: string): Promise<ClipIndex> {
  return withVideo(path, async (track) => {
    const packets: PacketTime[] = [];
    for await (const { timestamp, type } of new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    }))
      packets.push({ timestamp, key: type === 'key' });
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    const stored = [await track.getCodedWidth(), await track.getCodedHeight()];
    const asStored = (await track.getRotation()) === 0 && stored[0] === width && stored[1] === height;
    const parameterSets = await readParameterSets(track);
    const { matrix, fullRange } = await readColours(track);
    return {
      path,
      width,
      height,
      frames: packets.length,
      seconds: await track.computeDuration(),
      isStandard:
        asStored && parameterSets !== '' && matrix === 'bt709' && !fullRange && isStandardFormat(packets),
      parameterSets,
      matrix,
      fullRange,
    };
  });
}

async function readColours(track: InputVideoTrack): Promise<ClipColours> {
  const { matrix, fullRange } = await track.getColorSpace();
  const ofTelevision = matrix === 'smpte170m' || matrix === 'bt470bg';
  return { matrix: ofTelevision ? 'bt601' : 'bt709', fullRange: fullRange === true };
}

async function readParameterSets(track: InputVideoTrack): Promise<string> {
  if ((await track.getCodec()) !== 'avc') return '';
  const description = (await track.getDecoderConfig())?.description;
  if (!description) return '';
  const bytes = ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description as ArrayBuffer);
  return bytes.subarray(0, endOfParameterSets(bytes)).toString('hex');
}

/**
 * Where the parameter sets of an AVCDecoderConfigurationRecord end (ISO/IEC 14496-15, 5.3.3.1). What follows repeats
 * them in part, and not every encoder writes it.
 */
function endOfParameterSets(record: Buffer): number {
  let position = 5;
  for (const countMask of [0x1f, 0xff]) {
    let sets = record.readUInt8(position++) & countMask;
    for (; sets > 0; sets--) position += 2 + record.readUInt16BE(position);
  }
  return position;
}

/** Opens a video file for as long as `work` takes. Whatever fails in it becomes ClipError. */
export async function withVideo<T>(path: string, work: (track: InputVideoTrack) => Promise<T>): Promise<T> {
  using input = open(path);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error('there is no video in it');
    return await work(track);
  } catch (cause) {
    if (cause instanceof ClipError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ClipError(`The clip can not be read: ${reason}`, { cause });
  }
}

/** Opens a sound file for as long as `work` takes. Throws if there is no sound in it. */
export async function withAudio<T>(path: string, work: (track: InputAudioTrack) => Promise<T>): Promise<T> {
  using input = open(path);
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('There is no sound in the file');
  return await work(track);
}

function open(path: string): Input {
  // Reads run ahead of what is asked for; what goes wrong there is met again when it is asked for.
  const source = new FilePathSource(path, { handleUnhandledError: () => undefined });
  return new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA, MP3] });
}
