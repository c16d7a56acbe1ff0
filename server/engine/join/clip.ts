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

/** How a video's samples encode colours. */
export interface ClipColours {
  /** The colour matrix of luma and chroma. BT.709 if the file doesn't say, as players assume at these sizes. */
  readonly matrix: 'bt709' | 'bt601';
  /** Whether levels reach from 0 to 255 instead of 16 to 235. */
  readonly fullRange: boolean;
}

/** Metadata of a video file that a film needs, read without decoding a frame. */
export interface ClipIndex extends ClipColours {
  readonly path: string;
  /** Displayed size: upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  /** Number of stored frames, at any rate. */
  readonly frames: number;
  readonly seconds: number;
  /** Whether it is H.264 with standard keyframes and colours, displayed as stored, so that packets can be copied. */
  readonly isStandard: boolean;
  /** The decoder's sequence and picture parameter sets, for comparing files; '' if it isn't H.264. */
  readonly parameterSets: string;
}

/** A video file from which frames are taken. */
export interface Clip {
  /** A permanent, unique name of its content. */
  readonly identity: string;
  readonly index: ClipIndex;
}

/** Reads the colours of a video file. Throws ClipError. */
export function readClipColours(path: string): Promise<ClipColours> {
  return withVideo(path, readColours);
}

/** Reads the metadata of a video file. Throws ClipError. */
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
 * The end offset of the parameter sets in an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). The extension
 * after them partly repeats them and isn't written by every encoder.
 */
function endOfParameterSets(record: Buffer): number {
  let position = 5;
  for (const countMask of [0x1f, 0xff]) {
    let sets = record.readUInt8(position++) & countMask;
    for (; sets > 0; sets--) position += 2 + record.readUInt16BE(position);
  }
  return position;
}

/** Opens a video file while `work` runs. Turns any failure into a ClipError. */
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

/** Opens a sound file while `work` runs. Throws if it has no sound. */
export async function withAudio<T>(path: string, work: (track: InputAudioTrack) => Promise<T>): Promise<T> {
  using input = open(path);
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('There is no sound in the file');
  return await work(track);
}

function open(path: string): Input {
  // The source reads ahead; an error there recurs when the data is actually requested.
  const source = new FilePathSource(path, { handleUnhandledError: () => undefined });
  return new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA, MP3] });
}
