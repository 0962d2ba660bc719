import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { Problem } from '../../core/problem.ts';

/** What an archive may have, and what is said of one that is refused. */
interface ArchiveRules {
  maxParts: number;
  /** What all that is read may come to, parts that are read twice counted twice. */
  maxRead?: number;
  damaged(): Problem;
  locked(): Problem;
  tooLarge(): Problem;
  tooMany(parts: number): Problem;
  /** A part with a path that leads out of the archive. */
  unsafe?(): Problem;
}

/** So small a part is harmless, however well it is packed. */
const smallPart = 1024 * 1024;

/** The parts of an archive in the ZIP format, read within bounds. Names are case-insensitive, as in workbooks. */
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

  /** Its files with what they unpack to. */
  get files(): { name: string; bytes: number }[] {
    return [...this.#parts.values()]
      .filter(({ fileName }) => !fileName.endsWith('/'))
      .map(({ fileName, uncompressedSize }) => ({ name: fileName, bytes: uncompressedSize }));
  }

  /** Refuses one whose parts declare to unpack to too much; reading then holds them to that. */
  assertBounds({ maxDeclared, maxRatio }: { maxDeclared: number; maxRatio: number }): void {
    let declared = 0;
    for (const { uncompressedSize, compressedSize } of this.#parts.values()) {
      declared += uncompressedSize;
      const isBomb = uncompressedSize > smallPart && uncompressedSize > compressedSize * maxRatio;
      if (isBomb || declared > maxDeclared) throw this.#rules.tooLarge();
    }
  }

  /** The bytes of a part. It never gives more than the part declares, nor more than a server should unpack. */
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

/** What the reader of archives throws is about the file; what the machine says (EIO) is not. */
function asDamaged(error: unknown, { damaged, unsafe }: ArchiveRules): unknown {
  if (!isOfFile(error)) return error;
  const isUnsafe = /^(absolute path|invalid relative path|invalid characters)/.test((error as Error).message);
  return isUnsafe && unsafe ? unsafe() : damaged();
}

/** Whether a reader of archives or XML threw this because of what it read. */
export function isOfFile(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return name === 'Error' && (code === undefined || /^Z_|^ERR_/.test(code));
}
