import sharp from 'sharp';

// Whatever reaches the decoder, only these three formats are ever decoded: an SVG or a HEIC under a false name is not.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((format) => [
    `VipsForeignLoad${format}Buffer`,
    `VipsForeignLoad${format}File`,
  ]),
});
// The cache would keep decoded pixels of strangers' photos, and no photo is decoded twice.
sharp.cache(false);

/**
 * The image library, which in this process decodes JPEG, PNG and WebP and nothing else.
 * Import it from here only, so that the rule holds before the first image is opened.
 */
export { sharp };
