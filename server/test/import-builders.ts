import type { ImportMapping, ImportOptions } from '@aisle/contract/system/imports/import-fields';
import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import type { ImportRow, ImportRowPage } from '@aisle/contract/system/imports/import-rows';
import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { jobOver } from './jobs-builders.ts';
import type { Got, Person } from './shop.ts';

const uploads = {
  products: importRoutes.uploadProducts,
  customers: importRoutes.uploadCustomers,
  vendors: importRoutes.uploadVendors,
  prices: importRoutes.uploadPrices,
  stock: importRoutes.uploadStock,
  promotionGoods: importRoutes.uploadPromotionGoods,
} as const;
export const uploadFile = (
  person: Person,
  csv: string | Buffer,
  name = 'goods.csv',
  kind: ImportKind = 'products',
): Promise<Got<Import>> => person.call(uploads[kind], { files: { file: { name, bytes: Buffer.from(csv) } } });

interface HowToCheck {
  mapping?: ImportMapping;
  options?: ImportOptions;
}
/** Uploads a file and checks its rows. */
export async function checkFile(
  person: Person,
  csv: string | Buffer,
  how: HowToCheck & { kind?: ImportKind } = {},
): Promise<Import> {
  const { data: taken, body } = await uploadFile(person, csv, undefined, how.kind);
  if (!body.status) throw new Error(body.message);
  return checkUploaded(person, taken, how);
}

/** Checks the rows of an uploaded file. */
export async function checkUploaded(person: Person, taken: Import, how: HowToCheck = {}): Promise<Import> {
  const started = await person.do(importRoutes.dryRun, {
    params: { id: taken._id },
    body: { mapping: how.mapping ?? taken.mapping, ...(how.options && { options: how.options }) },
  });
  return whenOver(person, started);
}

export const runImported = async (person: Person, { _id }: Pick<Import, '_id'>): Promise<Import> =>
  whenOver(person, await person.do(importRoutes.run, { params: { id: _id } }));
export const undoImported = async (person: Person, { _id }: Pick<Import, '_id'>): Promise<Import> =>
  whenOver(person, await person.do(importRoutes.undo, { params: { id: _id } }));

async function whenOver(person: Person, { _id, jobId }: Import): Promise<Import> {
  await jobOver(person, jobId!);
  return person.do(importRoutes.get, { params: { id: _id } });
}

export async function rowsOf(
  person: Person,
  { _id }: Pick<Import, '_id'>,
  filters: Partial<ImportRowPage['filters']> = {},
): Promise<ImportRow[]> {
  const page = await person.do(importRoutes.rows, {
    body: { limit: 100, filters: { importId: _id, ...filters } },
  });
  return page.records;
}
