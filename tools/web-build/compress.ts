import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes `.br` and `.gz` files beside each built script, style sheet and picture; the server sends them unchanged. */
export const compressAssets = (): Plugin => ({
  name: 'aisle:compress-assets',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|svg|json)$/.test(name));
    await Promise.all(files.map((name) => compress(path.join(dir, name))));
  },
});

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  // The best quality is the default for brotli, but not for gzip.
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
