import { fallback, type PictureName, sourceSet } from './picture-files.ts';

/** All are portraits, 4:5. */
const size = { width: 640, height: 800 };

interface PictureProps {
  name: PictureName;
  alt: string;
  /** The displayed width, as the `sizes` of an image. */
  sizes: string;
  /** True for pictures above the fold: loaded immediately, with high priority. */
  first?: boolean;
  className?: string | undefined;
}

/** One of our pictures, in the format and width that suit the browser; loaded lazily. */
export function Picture({ name, alt, sizes, first = false, className }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(name)} sizes={sizes} />
      <img
        className={className}
        src={fallback(name)}
        alt={alt}
        {...size}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        draggable={false}
      />
    </picture>
  );
}
