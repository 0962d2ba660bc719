import sharp from 'sharp';
import type { Storage } from '../../src/core/files/storage.ts';
import { idAt } from './demo-ids.ts';

const edge = 512;
// Drawings are flat: more effort takes twice the time and hardly reduces their size.
const webp = { quality: 82, effort: 2 };

/** Draws pictures and stores them like uploads. Each drawing is created once, however often it is requested. */
export class Pictures {
  readonly #storage: Storage;
  readonly #at: number;
  /** Pictures of people count as photos, which not all users can see. */
  readonly #kind: 'image' | 'photo';
  readonly #drawn = new Map<string, Promise<string>>();
  /** The rows of the pictures in `files`. */
  readonly rows: Record<string, unknown>[] = [];

  constructor(storage: Storage, at: number, kind: 'image' | 'photo' = 'image') {
    this.#storage = storage;
    this.#at = at;
    this.#kind = kind;
  }

  /** The ID of the file of a drawing. */
  keep(svg: string, name: string): Promise<string> {
    let id = this.#drawn.get(svg);
    if (!id) {
      id = this.#draw(svg, name);
      this.#drawn.set(svg, id);
    }
    return id;
  }

  async #draw(svg: string, name: string): Promise<string> {
    const id = idAt(this.#at);
    const key = `images/${id}`;
    const drawn = await sharp(Buffer.from(svg)).resize(edge, edge).webp(webp).toBuffer();
    const small = await sharp(drawn).resize(160, 160).webp(webp).toBuffer();
    await this.#storage.put(`${key}/small.webp`, small);
    await this.#storage.put(`${key}/medium.webp`, drawn);
    await this.#storage.put(`${key}/large.webp`, drawn);
    this.rows.push({
      id,
      kind: this.#kind,
      storage_key: key,
      mime: 'image/webp',
      bytes: drawn.length,
      name: `${name}.svg`,
      width: edge,
      height: edge,
    });
    return id;
  }
}
