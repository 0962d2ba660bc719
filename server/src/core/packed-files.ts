import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export type Packing = 'br' | 'gzip';
const packable = /\.(js|css|html|svg|json|map|txt|webmanifest)$/;
const endings: Record<Packing, string> = { br: '.br', gzip: '.gz' };
/** Where the build has not packed: costs some 50 ms for a large script, once per file and server. */
const quality = 9;

const kept = new LRUCache<string, Promise<Buffer>>({ max: 500 });

/** The best way to pack a file that this browser can unpack; none for what is packed already, like pictures. */
export function packingFor(file: string, accepted: string | undefined): Packing | undefined {
  if (!packable.test(path.extname(file))) return undefined;
  const names = (accepted ?? '').split(',').map((name) => name.trim().split(';')[0]);
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : undefined;
}

/** A file, packed; kept in memory, for files whose content never changes under their name. */
export function packed(file: string, packing: Packing): Promise<Buffer> {
  const key = `${packing} ${file}`;
  let found = kept.get(key);
  if (!found) {
    found = pack(file, packing);
    found.catch(() => kept.delete(key));
    kept.set(key, found);
  }
  return found;
}

async function pack(file: string, packing: Packing): Promise<Buffer> {
  const built = await readFile(file + endings[packing]).catch(() => undefined);
  if (built) return built;
  const plain = await readFile(file);
  if (packing === 'gzip') return promisify(gzip)(plain);
  return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}
