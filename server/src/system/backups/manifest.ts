import { z } from 'zod';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);

/** A table in an archive: COPY's text format, with these columns. */
export const TableEntry = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: Count,
  sha256: Sha256,
});
export type TableEntry = z.infer<typeof TableEntry>;

/** A file of the data folder, by its path in it. */
export const FileEntry = z.object({ path: z.string(), bytes: Count, sha256: Sha256 });
export type FileEntry = z.infer<typeof FileEntry>;

/** The last entry of an archive: its contents, with sizes and checksums. */
export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations that created the tables, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(TableEntry),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() }),
  ),
  files: z.array(FileEntry),
  /** Totals of the ledgers, by name. */
  sums: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestName = 'manifest.json';
export const tableFolder = 'tables/';
export const tablePath = ({ schema, name }: Pick<TableEntry, 'schema' | 'name'>) =>
  `${tableFolder}${schema}.${name}.copy`;
export const filePath = (path: string) => `data/${path}`;

/** The folders in the data folder that belong to an installation; each start recreates the others. */
export const dataFolders = ['files', 'outbox'] as const;
/** The folder that can be a bucket instead. */
export const filesFolder = 'files';
/** The bucket key of a file in that folder; undefined for other folders. */
export const keyIn = (path: string): string | undefined =>
  path.startsWith(`${filesFolder}/`) ? path.slice(filesFolder.length + 1) : undefined;
