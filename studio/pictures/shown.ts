import { join } from 'node:path';
import { defaultAnimationOptions, type AnimationOptions } from '#shared/motion/movements.ts';

const masters = 'studio/pictures/masters';

/** Old prints that pages show animated. For each there is a photo as a user would take and upload it. */
export const shownPrints = ['grandmother', 'grandfather', 'family', 'wedding', 'bicycle', 'pram'] as const;

/** The prints joined in the album film, in order; the first is also its poster. */
export const shownAlbum = ['grandmother', 'wedding', 'bicycle', 'pram', 'family'] as const;

/** The films that are shown individually. */
export const shownAlone = ['grandmother', 'grandfather', 'family', 'dog'] as const;

/** Intermediate results of processing a print, for pages that show them. */
export const shownStills = [
  'grandmother-cropped',
  'grandmother-restored',
  'grandfather-restored',
  'family-restored',
  'wedding-cropped',
  'wedding-restored',
] as const;

/** The masters of all pictures on the pages. */
export const onPages = [
  'grandmother-print.webp',
  'dog.jpg',
  'watching.jpg',
  ...shownStills.map((name) => `${name}.jpg`),
];

const isPrint = (name: string) => shownPrints.some((each) => each === name);

/** The exact file that is uploaded to make a film shown on the pages. */
export function uploadOf(name: string): string {
  return join(masters, isPrint(name) ? `${name}-upload.jpg` : `${name}.jpg`);
}

/** The options for a film: prints are restored, everything else is the default. */
export function optionsOf(name: string): AnimationOptions {
  return { ...defaultAnimationOptions, restore: isPrint(name) };
}
