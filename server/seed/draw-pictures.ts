import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { allDrawings, draw, pictureFiles, picturesFolder } from './data/drawings.ts';

// Draws the missing pictures of the demo marketplace and deletes those of drawings that are gone:  npm run demo:pictures
await mkdir(picturesFolder, { recursive: true });
const existing = new Set(await readdir(picturesFolder));
let drawn = 0;
for (const svg of allDrawings()) {
  const files = pictureFiles(svg);
  const isThere = existing.delete(files.small) && existing.delete(files.medium);
  if (isThere) continue;
  const { small, medium } = await draw(svg);
  await writeFile(path.join(picturesFolder, files.small), small);
  await writeFile(path.join(picturesFolder, files.medium), medium);
  drawn += 1;
}
for (const file of existing) await rm(path.join(picturesFolder, file));
console.log(`Drew ${drawn} pictures and deleted ${existing.size} files.`);
