/**
 * The oldest supported ffmpeg: that of Debian 12, which both Debian and FFmpeg still maintain. Older branches are
 * end-of-life, so their vulnerabilities stay unfixed.
 */
export const oldestFfmpeg = '5.1';

/** The libavutil of that release (FFmpeg's `doc/APIchanges`): builds between releases have no other version number. */
const oldestLibavutil = '57.28';

/** The version information that an ffmpeg reports. */
export interface FfmpegAge {
  /** Its self-reported version, for example `5.1.6-0+deb12u1`; empty if it reports none. */
  readonly version: string;
  /** Also false if it can't be determined. */
  readonly recent: boolean;
}

/**
 * Parses the output of `ffmpeg -version`. Vendors write a release as `5.1.6-0+deb12u1`, `n7.0-7-gd38bf5e08e`, `7.1` or
 * `7.1.1-full_build-www.gyan.dev`; builds between releases (`N-112345-gabcdef`, `2025-01-27-git-959b799c8d-…`) are
 * dated by the libavutil that they run on.
 */
export function readFfmpegAge(output: string): FfmpegAge {
  const version = /^ffmpeg version (\S+)/m.exec(output)?.[1] ?? '';
  const release = /^n?(\d+\.\d+)/.exec(version)?.[1];
  if (release !== undefined) return { version, recent: atLeast(release, oldestFfmpeg) };
  const libavutil = /^libavutil .*\/\s*(\d+)\.\s*(\d+)\./m.exec(output);
  const recent = libavutil !== null && atLeast(`${libavutil[1]}.${libavutil[2]}`, oldestLibavutil);
  return { version, recent };
}

/** Compares two version numbers of the form `major.minor`. */
function atLeast(version: string, least: string): boolean {
  const [[major = 0, minor = 0], [minMajor = 0, minMinor = 0]] = [version, least].map((each) =>
    each.split('.').map(Number),
  ) as [number[], number[]];
  return major > minMajor || (major === minMajor && minor >= minMinor);
}
