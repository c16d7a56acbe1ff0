import sharp from 'sharp';

// Only these three formats are ever decoded, whatever the input: an SVG or HEIC with a false extension is rejected.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((format) => [
    `VipsForeignLoad${format}Buffer`,
    `VipsForeignLoad${format}File`,
  ]),
});
// The cache would retain decoded pixels of users' photos, and no photo is decoded twice.
sharp.cache(false);

/**
 * The image library, restricted in this process to decoding JPEG, PNG and WebP. Always import it from here, so that the
 * restriction applies before the first image is opened.
 */
export { sharp };
