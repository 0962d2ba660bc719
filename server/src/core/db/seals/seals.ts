import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { type Keys, newestOf } from './key-ring.ts';

const mark = Buffer.from('aisl');
const [versionAt, nonceAt, tagAt, textAt] = [4, 6, 18, 34];

/**
 * Encrypts values that must not be readable in a table, a dump or a query result. The keys are not in the database. `about`
 * binds a value to its record, so that it can't be decrypted for another one.
 */
export class Seals {
  #keys: Keys;
  readonly #signingKey: Buffer;
  readonly #readAgain: (() => Keys | undefined) | undefined;

  /** `readAgain` finds keys that a rotation added while the server runs. */
  constructor(keys: Keys | Buffer, signingKey?: Buffer, readAgain?: () => Keys | undefined) {
    this.#keys = Buffer.isBuffer(keys) ? new Map([[1, keys]]) : keys;
    this.#signingKey = signingKey ?? this.#keys.get(newestOf(this.#keys))!;
    this.#readAgain = readAgain;
  }

  /** The version of the key that encrypts. */
  get version(): number {
    return newestOf(this.#keys);
  }

  seal(text: string, about: string): Buffer {
    return sealWith(this.#keys, this.version, text, about);
  }

  open(sealed: Buffer, about: string): string {
    const version = versionOf(sealed);
    if (version !== undefined && !this.#keys.has(version)) this.#keys = this.#readAgain?.() ?? this.#keys;
    return openWith(this.#keys, sealed, about);
  }

  /** Signs text that comes back from outside; only this installation can create the signature. */
  sign(text: string, about: string): Buffer {
    return createHmac('sha256', this.#signingKey).update(`${about}\n${text}`).digest();
  }
}

/** The version of the key that encrypted a value; undefined if the value has another form. */
export const versionOf = (sealed: Buffer): number | undefined =>
  sealed.length >= textAt && sealed.subarray(0, versionAt).equals(mark)
    ? sealed.readUInt16BE(versionAt)
    : undefined;

export function sealWith(keys: Keys, version: number, text: string, about: string): Buffer {
  const head = Buffer.concat([mark, Buffer.from([version >> 8, version & 255])]);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(keys, version), nonce).setAAD(
    Buffer.concat([head, Buffer.from(about)]),
  );
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]);
}

export function openWith(keys: Keys, sealed: Buffer, about: string): string {
  const version = versionOf(sealed);
  if (version === undefined) throw new Error('This was not sealed by a key of this form');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keys, version), sealed.subarray(nonceAt, tagAt))
    .setAAD(Buffer.concat([sealed.subarray(0, nonceAt), Buffer.from(about)]))
    .setAuthTag(sealed.subarray(tagAt, textAt));
  return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()]).toString('utf8');
}

/** Decrypts values from before keys had versions. */
export function openFormer(key: Buffer, sealed: Buffer, about: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(Buffer.from(about))
    .setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}

function keyOf(keys: Keys, version: number): Buffer {
  const key = keys.get(version);
  if (!key) throw new Error(`The key of version ${version} is missing`);
  return key;
}
