import { expect, test } from 'vitest';
import { readFfmpegAge } from './version.ts';

/** The output of `ffmpeg -version`, shortened to the relevant lines. */
const says = (version: string, libavutil = '') =>
  `ffmpeg version ${version} Copyright (c) 2000-2026 the FFmpeg developers
built with gcc 12 (Debian 12.2.0-14+deb12u1)
configuration: --enable-gpl --enable-libx264
${libavutil && `libavutil      ${libavutil} / ${libavutil}\n`}libavcodec     59. 37.100 / 59. 37.100
`;

test.each([
  ['5.1.6-0+deb12u1', true],
  ['5.1', true],
  ['n7.0-7-gd38bf5e08e-20240407', true],
  ['7.1', true],
  ['7.1.1-full_build-www.gyan.dev', true],
  ['n8.2-dev-12-g0123456789', true],
  ['10.0', true],
  ['5.0.3', false],
  ['4.4.2-0ubuntu0.22.04.1', false],
  ['n4.4-78-g031c0cb0b4-20211004', false],
  ['2.8.17-0ubuntu0.1', false],
])('the release %s is recent enough: %s', (version, recent) => {
  expect(readFfmpegAge(says(version))).toEqual({ version, recent });
});

test.each([
  ['N-112345-gabcdef0123', '58. 29.100', true],
  ['2025-01-27-git-959b799c8d-full_build-www.gyan.dev', '59. 56.100', true],
  ['N-107213-gfed1a5a1e9', '57. 28.100', true],
  ['N-106000-g0123456789', '57. 27.100', false],
  ['N-92718-g092cb17983', '56. 25.100', false],
])('the build %s with libavutil %s is recent enough: %s', (version, libavutil, recent) => {
  expect(readFfmpegAge(says(version, libavutil))).toEqual({ version, recent });
});

test('the release number decides, whatever the library versions are', () => {
  expect(readFfmpegAge(says('4.4.2', '59. 56.100')).recent).toBe(false);
});

test('the libavutil at run time decides, not the one at build time', () => {
  const output = 'ffmpeg version git-2022\nlibavutil      58. 29.100 / 56. 70.100\n';
  expect(readFfmpegAge(output).recent).toBe(false);
});

test('a version that can’t be determined is rejected', () => {
  expect(readFfmpegAge(says('custom'))).toEqual({ version: 'custom', recent: false });
  expect(readFfmpegAge('')).toEqual({ version: '', recent: false });
});
