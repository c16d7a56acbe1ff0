/** The pictures of the page. */
export type PictureName =
  | 'grandfather'
  | 'grandfather-aged'
  | 'grandfather-print'
  | 'grandmother'
  | 'wedding-aged'
  | 'bicycle'
  | 'family'
  | 'dog';

/** As many as make a difference: most browsers read AVIF. */
const widths = { avif: [320, 480, 640, 960], webp: [320, 640, 960] };

const files = import.meta.glob<string>(
  '../../assets/pictures/{grandfather,grandfather-aged,grandfather-print,grandmother,wedding-aged,bicycle,family,dog}-[0-9]*',
  { eager: true, query: '?url', import: 'default' },
);

const urlOf = (name: PictureName, width: number, format: string) =>
  files[`../../assets/pictures/${name}-${width}.${format}`];

/** Every width of a picture in one format, as a `srcset`. */
export function sourceSet(name: PictureName, format: 'avif' | 'webp'): string {
  return widths[format].map((width) => `${urlOf(name, width, format)} ${width}w`).join(', ');
}

/** The one file for browsers that know neither format: a JPEG, or WebP for a picture with transparency. */
export function fallback(name: PictureName): string | undefined {
  return urlOf(name, 640, 'jpg') ?? urlOf(name, 640, 'webp');
}
