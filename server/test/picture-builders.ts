import sharp from 'sharp';

/** The bytes of a PNG in one color. */
export const pngOf = (background = 'red', [width, height] = [8, 8]): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
