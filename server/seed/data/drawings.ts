import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { brands } from './brands.ts';
import { locations } from './locations.ts';
import { drivers } from './people.ts';
import { brandLogo, productPicture, storePicture } from './picture.ts';
import { portrait } from './portrait.ts';
import { products } from './products.ts';

export const edge = 512;
// Drawings are flat: more effort takes twice the time and hardly reduces their size.
const webp = { quality: 82, effort: 2 };

/** A picture in the sizes that an upload gets. The large one is the medium one, because a drawing has no more detail. */
export interface DrawnPicture {
  small: Buffer;
  medium: Buffer;
}

export async function draw(svg: string): Promise<DrawnPicture> {
  const medium = await sharp(Buffer.from(svg)).resize(edge, edge).webp(webp).toBuffer();
  return { medium, small: await sharp(medium).resize(160, 160).webp(webp).toBuffer() };
}

/** The folder with the ready-made pictures, which `npm run demo:pictures` draws. */
export const picturesFolder = fileURLToPath(new URL('pictures/', import.meta.url));

/** The names of the files of a drawing. They change with the drawing, so a changed drawing never gets an outdated picture. */
export function pictureFiles(svg: string): Record<keyof DrawnPicture, string> {
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 16);
  return { small: `${hash}-small.webp`, medium: `${hash}.webp` };
}

/** Every drawing of the demo marketplace. */
export const allDrawings = (): string[] => [
  ...new Set([
    ...brands.map(brandLogo),
    ...products.map(productPicture),
    ...locations.map(storePicture),
    ...drivers.map(({ firstName, lastName }) => portrait(`${firstName} ${lastName}`)),
  ]),
];
