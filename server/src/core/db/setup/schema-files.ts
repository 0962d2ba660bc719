import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const server = new URL('../../../../', import.meta.url);
const folders = {
  /** The current tables, one file per domain. */
  schema: new URL('schema/', server),
  /** The current functions, one file per name, with their grants and triggers. */
  functions: new URL('schema/functions/', server),
  /** Frozen migrations that bring a database or backup of an early version to the state where `schema/` began. */
  before: new URL('schema/before/', server),
  /** Table changes since then. */
  patches: new URL('migrations/', server),
};
/** One line per published set of functions, newest last. */
export const functionSetsFile = new URL('schema/function-sets.txt', server);

/** The files of `schema/`, in the order of their dependencies. */
const domains = [
  'core',
  'system',
  'catalog',
  'locations',
  'ledgers',
  'warehouse',
  'customers',
  'sales',
  'finance',
  'service',
  'overview',
];

interface SqlFile {
  name: string;
  text: string;
}

export interface FunctionFile extends SqlFile {
  /** Changes whenever the text changes. */
  hash: string;
}

/** The tables of a new database, in order. */
export const readDomainFiles = (): Promise<SqlFile[]> =>
  Promise.all(
    domains.map(async (domain) => ({ name: `${domain}.sql`, text: await read(folders.schema, domain) })),
  );

export async function readFunctionFiles(): Promise<FunctionFile[]> {
  const names = (await sqlFilesIn(folders.functions)).map((file) => file.slice(0, -'.sql'.length));
  return Promise.all(
    names.map(async (name) => {
      const text = await read(folders.functions, name);
      return { name, text, hash: hashOf(text) };
    }),
  );
}

/** The names of all upgrades of an existing database, in order: the frozen migrations, then the patches. */
export async function upgradeNames(): Promise<string[]> {
  return [...(await sqlFilesIn(folders.before)), ...(await sqlFilesIn(folders.patches))];
}

export async function readUpgrade(name: string): Promise<string> {
  const frozen = await sqlFilesIn(folders.before);
  return readFile(new URL(name, frozen.includes(name) ? folders.before : folders.patches), 'utf8');
}

/** The name under which a database records that it has this set of functions. */
export function functionSetOf(files: readonly FunctionFile[]): string {
  return `functions-${hashOf(files.map(({ name, hash }) => `${name} ${hash}\n`).join(''))}`;
}

/** The function sets of this version and of all earlier ones. */
export async function recordedFunctionSets(): Promise<string[]> {
  const lines = (await readFile(functionSetsFile, 'utf8')).split('\n');
  return lines.filter((line) => line.startsWith('functions-'));
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const sqlFilesIn = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();

const read = (folder: URL, name: string): Promise<string> => readFile(new URL(`${name}.sql`, folder), 'utf8');
