import { startFfmpeg } from '#server/engine/ffmpeg/process.ts';

/**
 * Writes an MP4 of four seconds, 160 x 200, in which no frame resembles the previous one: the worst case for an
 * encoder.
 */
export async function drawNoise(
  ffmpegPath: string,
  output: string,
  { sound }: { sound: boolean },
): Promise<void> {
  const pictures = ['-f', 'lavfi', '-t', '4', '-i', 'nullsrc=s=160x200:r=25,geq=random(1)*255:128:128'];
  const tone = ['-f', 'lavfi', '-t', '4', '-i', 'sine=frequency=220:sample_rate=44100'];
  const run = startFfmpeg({
    path: ffmpegPath,
    input: [...pictures, ...(sound ? tone : [])],
    encode: ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '17', '-pix_fmt', 'yuv420p', '-f', 'mp4'],
    output,
    timeLimitSeconds: 600,
    maxOutputBytes: 2 ** 26,
  });
  run.end();
  await run.done;
}
