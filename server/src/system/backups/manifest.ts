import { z } from 'zod';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);

/** A table as it is in an archive: the text format of COPY, with these columns. */
export const TableEntry = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: Count,
  sha256: Sha256,
});
export type TableEntry = z.infer<typeof TableEntry>;

/** A file of the data folder, by its path below it. */
export const FileEntry = z.object({ path: z.string(), bytes: Count, sha256: Sha256 });
export type FileEntry = z.infer<typeof FileEntry>;

/** The last entry of an archive: what is in it, and what it must add up to. */
export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations that made its tables, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(TableEntry),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() }),
  ),
  files: z.array(FileEntry),
  /** Sums of the ledgers, by their names. */
  sums: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestName = 'manifest.json';
export const tableFolder = 'tables/';
export const tablePath = ({ schema, name }: Pick<TableEntry, 'schema' | 'name'>) =>
  `${tableFolder}${schema}.${name}.copy`;
export const filePath = (path: string) => `data/${path}`;

/** The folders below the data folder that belong to an installation; the rest is made anew at every start. */
export const dataFolders = ['files', 'outbox'] as const;
/** The one of them that may be a bucket instead. */
export const keptFiles = 'files';
/** What a file of it is called there; none for the other folders. */
export const keyIn = (path: string): string | undefined =>
  path.startsWith(`${keptFiles}/`) ? path.slice(keptFiles.length + 1) : undefined;
