/** ffmpeg's filters that finish recordings and films' sound alike. */

/** Gentle compression of the whole. */
export const compressor = 'acompressor=threshold=-32dB:ratio=2:attack=60:release=900:knee=6';

/** Of a whole film, in LUFS. */
export const targetLoudness = -16;

/** In dBFS; encoding adds slightly to it. */
const ceiling = -2.6;

/** Limits peaks, and converts to 44.1 kHz. At four times the sample rate, the limiter also sees peaks between the samples. */
export const limiter = (sampleRate: number): string[] => [
  `aresample=${4 * sampleRate}`,
  `alimiter=limit=${10 ** (ceiling / 20)}:attack=5:release=80:level=false`,
  'aresample=44100',
];
