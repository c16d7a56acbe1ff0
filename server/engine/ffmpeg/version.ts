/**
 * The oldest ffmpeg that serves: the one of Debian 12, of which both Debian and FFmpeg still publish repairs. Older branches
 * have ended, so that what is found in them stays open.
 */
export const oldestFfmpeg = '5.1';

/** The libavutil of that release (FFmpeg's `doc/APIchanges`): builds between releases carry no other number. */
const oldestLibavutil = '57.28';

/** What an ffmpeg says about its own age. */
export interface FfmpegAge {
  /** As it names itself, for example `5.1.6-0+deb12u1`; empty if it says nothing. */
  readonly version: string;
  /** False also where nothing tells. */
  readonly recent: boolean;
}

/**
 * Reads the output of `ffmpeg -version`. Vendors write a release as `5.1.6-0+deb12u1`, `n7.0-7-gd38bf5e08e`, `7.1` or
 * `7.1.1-full_build-www.gyan.dev`; of builds between releases (`N-112345-gabcdef`, `2025-01-27-git-959b799c8d-…`) the
 * libavutil that they run on tells the age.
 */
export function readFfmpegAge(output: string): FfmpegAge {
  const version = /^ffmpeg version (\S+)/m.exec(output)?.[1] ?? '';
  const release = /^n?(\d+\.\d+)/.exec(version)?.[1];
  if (release !== undefined) return { version, recent: atLeast(release, oldestFfmpeg) };
  const libavutil = /^libavutil .*\/\s*(\d+)\.\s*(\d+)\./m.exec(output);
  const recent = libavutil !== null && atLeast(`${libavutil[1]}.${libavutil[2]}`, oldestLibavutil);
  return { version, recent };
}

/** Compares two numbers of the form `major.minor`. */
function atLeast(version: string, least: string): boolean {
  const [[major = 0, minor = 0], [leastMajor = 0, leastMinor = 0]] = [version, least].map((each) =>
    each.split('.').map(Number),
  ) as [number[], number[]];
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
