/** The pictures of the page. */
export type PictureName =
  | 'grandmother-print'
  | 'grandmother-cropped'
  | 'grandmother-restored'
  | 'grandfather-restored'
  | 'family-restored'
  | 'wedding-cropped'
  | 'wedding-restored'
  | 'watching'
  | 'dog';

/** The widths that make a difference. */
const widths = [320, 480, 640, 960];

const files = import.meta.glob<string>(
  [
    '../../../assets/pictures/{grandmother-print,grandmother-cropped,grandmother-restored}-[0-9]*',
    '../../../assets/pictures/{grandfather-restored,family-restored,dog}-[0-9]*',
    // Shown small, so three files of each suffice.
    '../../../assets/pictures/{wedding-cropped,wedding-restored,watching}-{320.avif,640.avif,640.jpg}',
  ],
  { eager: true, query: '?url', import: 'default' },
);

const urlOf = (name: PictureName, width: number, format: string) =>
  files[`../../../assets/pictures/${name}-${width}.${format}`];

/** All AVIF widths of a picture, as a `srcset`. */
export function sourceSet(name: PictureName): string {
  return widths
    .filter((width) => urlOf(name, width, 'avif'))
    .map((width) => `${urlOf(name, width, 'avif')} ${width}w`)
    .join(', ');
}

/** The single fallback for browsers without AVIF: a JPEG, or WebP for a picture with transparency. */
export function fallback(name: PictureName): string | undefined {
  return urlOf(name, 640, 'jpg') ?? urlOf(name, 640, 'webp');
}
