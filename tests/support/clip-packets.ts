import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The packets of a file, their times and their checksums: what it shows, without when it was made. */
export async function packetsOf(ffmpegPath: string, file: string): Promise<string> {
  const output = ['-c', 'copy', '-f', 'framemd5', '-'];
  return (await promisify(execFile)(ffmpegPath, ['-v', 'error', '-i', file, ...output])).stdout;
}
