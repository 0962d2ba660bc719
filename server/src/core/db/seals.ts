import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/**
 * Seals what must not be readable where it is stored: in a table, in a copy of one, in a query somebody runs. The
 * key is the server's own; `about` says what was sealed, so that nothing sealed for one record opens at another.
 */
export class Seals {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  seal(text: string, about: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(about));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Buffer, about: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, 12))
      .setAAD(Buffer.from(about))
      .setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  }

  /** A signature that only this installation can make, for texts that come back from outside. */
  sign(text: string, about: string): Buffer {
    return createHmac('sha256', this.#key).update(`${about}\n${text}`).digest();
  }
}
