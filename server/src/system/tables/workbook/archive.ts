import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { lockedWorkbook, unreadable } from '../text-encoding.ts';

const mib = 1024 * 1024;
/** What all that is read of one workbook may come to, unpacked; a real one of 100,000 rows has 200 MiB. */
const mostUnpacked = 512 * mib;
const maxParts = 5000;

/** The parts of a workbook. Names are case-insensitive, as in the format. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #parts: ReadonlyMap<string, Entry>;
  #read = 0;

  private constructor(zip: ZipFile, parts: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#parts = parts;
  }

  static async open(path: string): Promise<Archive> {
    const zip = await orDamaged(() => openPromise(path, { lazyEntries: true, autoClose: false }));
    try {
      const parts = new Map<string, Entry>();
      if (zip.entryCount > maxParts)
        throw unreadable(`This Excel file has too many parts (${zip.entryCount})`);
      await orDamaged(async () => {
        for await (const entry of zip.eachEntry()) parts.set(entry.fileName.toLowerCase(), entry);
      });
      return new Archive(zip, parts);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.#parts.has(name.toLowerCase());
  }

  /** The bytes of a part. It never gives more than the part declares, nor more than a server should unpack. */
  async *read(name: string, most = mostUnpacked): AsyncGenerator<Buffer> {
    const entry = this.#parts.get(name.toLowerCase());
    if (!entry) throw damaged();
    if (entry.isEncrypted()) throw lockedWorkbook();
    if (!entry.canDecodeFileData()) throw damaged();
    if (entry.uncompressedSize > most) throw tooLarge();
    const bytes = await orDamaged(() => this.#zip.openReadStreamPromise(entry));
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        this.#read += chunk.length;
        if (this.#read > mostUnpacked) throw tooLarge();
        yield chunk;
      }
    } catch (error) {
      throw asDamaged(error);
    } finally {
      bytes.destroy();
    }
  }

  close(): void {
    this.#zip.close();
  }
}

export const damaged = () =>
  unreadable('This Excel file is damaged. Open it in a spreadsheet app and save it again');
const tooLarge = () => unreadable('This Excel file is too large. Split it into smaller files');

async function orDamaged<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asDamaged(error);
  }
}

/** What the readers of archives and XML throw is about the file; what the machine says (EIO) is not. */
export function asDamaged(error: unknown): unknown {
  const { code, name } = error as { code?: string; name?: string };
  const isOfFile = name === 'Error' && (code === undefined || /^Z_|^ERR_/.test(code));
  return isOfFile ? damaged() : error;
}
