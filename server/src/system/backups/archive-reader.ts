import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { filePath, Manifest, manifestName, tablePath } from './manifest.ts';
import { Measured } from './measured.ts';
import { inParallel } from './parallel.ts';

/** Reads a backup. Rejects other or incomplete files with an error of one line. */
export class ArchiveReader {
  readonly manifest: Manifest;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, manifest: Manifest) {
    this.#zip = zip;
    this.#entries = entries;
    this.manifest = manifest;
  }

  static async open(file: string): Promise<ArchiveReader> {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error) => {
      throw damaged(file, error);
    });
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      const text = await textOf(zip, entries.get(manifestName));
      return new ArchiveReader(zip, entries, Manifest.parse(JSON.parse(text)));
    } catch (error) {
      zip.close();
      throw damaged(file, error);
    }
  }

  /** Reads everything once and compares it with the manifest, before anything is written. */
  async verify(): Promise<void> {
    const { tables, files } = this.manifest;
    const wanted = [
      ...tables.map((table) => ({ name: tablePath(table), sha256: table.sha256 })),
      ...files.map((file) => ({ name: filePath(file.path), sha256: file.sha256 })),
    ];
    const check = async ({ name, sha256 }: { name: string; sha256: string }) => {
      const measured = await this.#measure(name).catch((error) => {
        throw damaged(name, error);
      });
      if (measured.sha256() !== sha256) throw damaged(name, 'its checksum differs');
    };
    // Threads unpack the entries.
    await inParallel([check, check], wanted);
  }

  /** Unpacked size; 0 for a missing entry. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 0;
  }

  async read(name: string): Promise<NodeJS.ReadableStream> {
    const entry = this.#entries.get(name);
    if (!entry) throw damaged(name, 'it is missing');
    return this.#zip.openReadStreamPromise(entry);
  }

  async #measure(name: string): Promise<Measured> {
    const measured = new Measured();
    const bytes = await this.read(name);
    bytes.once('error', (error) => measured.destroy(error));
    bytes.pipe(measured);
    for await (const _ of measured);
    return measured;
  }

  close(): void {
    this.#zip.close();
  }
}

async function textOf(zip: ZipFile, entry: Entry | undefined): Promise<string> {
  if (!entry) throw new Error('it has no manifest');
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const damaged = (name: string, why: unknown) =>
  why instanceof StartupProblem
    ? why
    : new StartupProblem(
        `${name} is damaged or not a backup of Aisle: ${(why instanceof Error ? why.message : String(why)).split('\n')[0]}`,
      );
