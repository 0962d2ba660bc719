import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { Problem } from '../../core/problem.ts';

/** Limits of an archive, and the errors of rejected ones. */
interface ArchiveRules {
  maxParts: number;
  /** Maximum bytes of all reads together; a part that is read twice counts twice. */
  maxRead?: number;
  damaged(): Problem;
  locked(): Problem;
  tooLarge(): Problem;
  tooMany(parts: number): Problem;
  /** Error for a part whose path leads out of the archive. */
  unsafe?(): Problem;
}

/** Parts of this size are harmless, however well they are compressed. */
const smallPart = 1024 * 1024;

/** The parts of a ZIP archive, read within limits. Names are case-insensitive, as in workbooks. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #parts: ReadonlyMap<string, Entry>;
  readonly #rules: ArchiveRules;
  #read = 0;

  private constructor(zip: ZipFile, parts: ReadonlyMap<string, Entry>, rules: ArchiveRules) {
    this.#zip = zip;
    this.#parts = parts;
    this.#rules = rules;
  }

  static async open(path: string, rules: ArchiveRules): Promise<Archive> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
      throw asDamaged(error, rules);
    });
    try {
      if (zip.entryCount > rules.maxParts) throw rules.tooMany(zip.entryCount);
      const parts = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) parts.set(entry.fileName.toLowerCase(), entry);
      return new Archive(zip, parts, rules);
    } catch (error) {
      zip.close();
      throw asDamaged(error, rules);
    }
  }

  has(name: string): boolean {
    return this.#parts.has(name.toLowerCase());
  }

  /** Files with their unpacked sizes. */
  get files(): { name: string; bytes: number }[] {
    return [...this.#parts.values()]
      .filter(({ fileName }) => !fileName.endsWith('/'))
      .map(({ fileName, uncompressedSize }) => ({ name: fileName, bytes: uncompressedSize }));
  }

  /** Rejects an archive whose parts declare a large unpacked size. Reading holds the parts to their declared sizes. */
  assertBounds({ maxDeclared, maxRatio }: { maxDeclared: number; maxRatio: number }): void {
    let declared = 0;
    for (const { uncompressedSize, compressedSize } of this.#parts.values()) {
      declared += uncompressedSize;
      const isBomb = uncompressedSize > smallPart && uncompressedSize > compressedSize * maxRatio;
      if (isBomb || declared > maxDeclared) throw this.#rules.tooLarge();
    }
  }

  /** Yields the bytes of a part, never more than the part declares, nor more than a server should unpack. */
  async *read(name: string, most = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    const { maxRead = Number.POSITIVE_INFINITY, damaged, locked, tooLarge } = this.#rules;
    const entry = this.#parts.get(name.toLowerCase());
    if (!entry) throw damaged();
    if (entry.isEncrypted()) throw locked();
    if (!entry.canDecodeFileData()) throw damaged();
    if (entry.uncompressedSize > Math.min(most, maxRead)) throw tooLarge();
    const bytes = await this.#zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw asDamaged(error, this.#rules);
    });
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        this.#read += chunk.length;
        if (this.#read > maxRead) throw tooLarge();
        yield chunk;
      }
    } catch (error) {
      throw asDamaged(error, this.#rules);
    } finally {
      bytes.destroy();
    }
  }

  close(): void {
    this.#zip.close();
  }
}

/** Errors of the ZIP reader are about the file; system errors (EIO) aren't. */
function asDamaged(error: unknown, { damaged, unsafe }: ArchiveRules): unknown {
  if (!isFileError(error)) return error;
  const isUnsafe = /^(absolute path|invalid relative path|invalid characters)/.test((error as Error).message);
  return isUnsafe && unsafe ? unsafe() : damaged();
}

/** Whether a ZIP or XML reader threw the error because of the file's contents. */
export function isFileError(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return name === 'Error' && (code === undefined || /^Z_|^ERR_/.test(code));
}
