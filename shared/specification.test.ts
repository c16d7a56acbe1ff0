import { expect, test } from 'vitest';
import { languages, defaultLanguage } from './languages.ts';
import { limits } from './limits.ts';
import { appLimits } from './app-limits.ts';
import { programLimits } from './program-limits.ts';
import { musicFormPath, musicPath, musicPlacementPath, musicSectionsPath, musicTrackIds } from './music.ts';
import { currency, defaultPackage, packages } from './packages.ts';

// The specification's numbers, spelled out: changing any of them changes the specification.

test('photos, videos and the parameters of a generation', () => {
  expect(limits.photo).toMatchObject({ maxBytes: 20_971_520, minShorterSide: 300 });
  expect(limits.video).toMatchObject({ seconds: 6, shorterSide: 768 });
  expect(appLimits.generation).toMatchObject({
    prompt: 'Animate the portrait in a very slow, natural and smooth way.',
    duration: '6',
    resolution: '768P',
    creditCost: 1,
  });
});

test('credits and packages', () => {
  expect(appLimits.credits).toEqual({ freeAllowance: 1, runningLowBelow: 3 });
  expect([currency, defaultPackage]).toEqual(['eur', 'heritage']);
  expect(packages).toEqual([
    { id: 'heritage', credits: 5, price: 899, popular: false },
    { id: 'legacy', credits: 15, price: 2499, popular: true },
    { id: 'eternal', credits: 30, price: 4499, popular: false },
  ]);
});

test('intervals and delays', () => {
  expect(appLimits.polling).toEqual({ statusSeconds: 10, badgeSeconds: 5, mergeSeconds: 3 });
  expect(appLimits.progress).toEqual({ stepSeconds: 3, steps: [20, 40, 60, 80] });
  expect(appLimits.toast).toEqual({ milliseconds: 5000 });
  expect(limits.tooltip).toEqual({ openDelayMilliseconds: 700, skipDelayMilliseconds: 300 });
});

test('gallery, albums and their music', () => {
  expect(appLimits.gallery).toMatchObject({ skeletons: 3, idLabelLength: 6 });
  expect(limits.album).toMatchObject({ minVideos: 2, maxNameLength: 100 });
  expect(appLimits.drag).toEqual({ keyboardStepPixels: 25 });
  expect(appLimits.music).toEqual({ previewVolume: 0.3 });
  expect(musicTrackIds).toHaveLength(11);
  expect(musicPath('sedative')).toBe('/music/sedative.mp3');
  expect(musicFormPath('sedative')).toBe('/music/sedative.json');
  expect(musicSectionsPath('sedative')).toBe('/music/sedative.sections.opus');
  expect(musicPlacementPath('sedative')).toBe('/music/sedative.sections.json');
});

test('accounts and languages', () => {
  expect(programLimits.account.minPasswordLength).toBe(6);
  expect([languages, defaultLanguage]).toEqual([['en', 'it'], 'en']);
});
