import { spawn } from 'node:child_process';
import type { FrameSize } from '#shared/motion/frame-size.ts';

/** The luma planes of a video, 8 bits per sample, frame after frame. */
export interface LumaVideo extends FrameSize {
  readonly frames: readonly Uint8Array[];
}

/** Decodes the luma of a video file as stored, without range conversion. */
export async function decodeLuma(ffmpegPath: string, file: string, size: FrameSize): Promise<LumaVideo> {
  const args = ['-v', 'error', '-i', file, '-vf', 'extractplanes=y', '-f', 'rawvideo', '-'];
  const child = spawn(ffmpegPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const all = Buffer.concat(chunks);
  const frameBytes = size.width * size.height;
  const count = Math.floor(all.length / frameBytes);
  return {
    ...size,
    frames: Array.from({ length: count }, (_, n) => all.subarray(n * frameBytes, (n + 1) * frameBytes)),
  };
}
