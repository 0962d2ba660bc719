import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from '../../src/core/files/storage.ts';
import { type DrawnPicture, draw, edge, pictureFiles, picturesFolder } from '../data/drawings.ts';
import { idAt } from './demo-ids.ts';

/** Stores drawings as pictures, like uploads. Each drawing is stored once, however often it is requested. */
export class Pictures {
  readonly #storage: Storage;
  readonly #at: number;
  /** Pictures of people count as photos, which not all users can see. */
  readonly #kind: 'image' | 'photo';
  readonly #stored = new Map<string, Promise<string>>();
  /** The rows of the pictures in `files`. */
  readonly rows: Record<string, unknown>[] = [];

  constructor(storage: Storage, at: number, kind: 'image' | 'photo' = 'image') {
    this.#storage = storage;
    this.#at = at;
    this.#kind = kind;
  }

  /** The ID of the file of a drawing. */
  keep(svg: string, name: string): Promise<string> {
    let id = this.#stored.get(svg);
    if (!id) {
      id = this.#store(svg, name);
      this.#stored.set(svg, id);
    }
    return id;
  }

  async #store(svg: string, name: string): Promise<string> {
    const id = idAt(this.#at);
    const key = `images/${id}`;
    const { small, medium } = (await readReady(svg)) ?? (await draw(svg));
    await this.#storage.put(`${key}/small.webp`, small);
    await this.#storage.put(`${key}/medium.webp`, medium);
    await this.#storage.put(`${key}/large.webp`, medium);
    this.rows.push({
      id,
      kind: this.#kind,
      storage_key: key,
      mime: 'image/webp',
      bytes: medium.length,
      name: `${name}.svg`,
      width: edge,
      height: edge,
    });
    return id;
  }
}

/** The ready-made picture. A new drawing has none until `npm run demo:pictures` has run. */
async function readReady(svg: string): Promise<DrawnPicture | undefined> {
  const files = pictureFiles(svg);
  try {
    return {
      small: await readFile(path.join(picturesFolder, files.small)),
      medium: await readFile(path.join(picturesFolder, files.medium)),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
