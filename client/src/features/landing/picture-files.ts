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

/** As many as make a difference. */
const widths = [320, 480, 640, 960];

const files = import.meta.glob<string>(
  [
    '../../assets/pictures/{grandmother-print,grandmother-cropped,grandmother-restored}-[0-9]*',
    '../../assets/pictures/{grandfather-restored,family-restored,dog}-[0-9]*',
    // Shown small: three files of each do.
    '../../assets/pictures/{wedding-cropped,wedding-restored,watching}-{320.avif,640.avif,640.jpg}',
  ],
  { eager: true, query: '?url', import: 'default' },
);

const urlOf = (name: PictureName, width: number, format: string) =>
  files[`../../assets/pictures/${name}-${width}.${format}`];

/** Every width that there is of a picture as AVIF, as a `srcset`. */
export function sourceSet(name: PictureName): string {
  return widths
    .filter((width) => urlOf(name, width, 'avif'))
    .map((width) => `${urlOf(name, width, 'avif')} ${width}w`)
    .join(', ');
}

/** The one file for browsers that don't read AVIF: a JPEG, or WebP for a picture with transparency. */
export function fallback(name: PictureName): string | undefined {
  return urlOf(name, 640, 'jpg') ?? urlOf(name, 640, 'webp');
}
