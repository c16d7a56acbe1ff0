import { join } from 'node:path';
import { usualWishes, type Wishes } from '../../shared/motion/movements.ts';

const masters = 'studio/pictures/masters';

/** Old prints that pages show moving. Of each there is a photo, as somebody would take and upload it. */
export const shownPrints = ['grandmother', 'grandfather', 'family', 'wedding', 'bicycle', 'pram'] as const;

/** The film that joins some of them, in its order; the first is also the picture that stands in for it. */
export const shownAlbum = ['grandmother', 'wedding', 'bicycle', 'pram', 'family'] as const;

/** Those whose film is shown by itself. */
export const shownAlone = ['grandmother', 'grandfather', 'family', 'dog'] as const;

/** What Memori makes of a print before it moves, where a page shows that by itself. */
export const shownStills = [
  'grandmother-cropped',
  'grandmother-restored',
  'grandfather-restored',
  'family-restored',
  'wedding-cropped',
  'wedding-restored',
] as const;

/** The masters of all pictures that pages load. */
export const onPages = [
  'grandmother-print.webp',
  'dog.jpg',
  'watching.jpg',
  ...shownStills.map((name) => `${name}.jpg`),
];

const isPrint = (name: string) => shownPrints.some((each) => each === name);

/** The very file that is uploaded to make a film that pages show. */
export function uploadOf(name: string): string {
  return join(masters, isPrint(name) ? `${name}-upload.jpg` : `${name}.jpg`);
}

/** What its owner wishes: prints are restored, and nothing else is out of the ordinary. */
export function wishesOf(name: string): Wishes {
  return { ...usualWishes, restore: isPrint(name) };
}
