import { exportRoutes } from '@aisle/contract/system/exports';
import type { Person, Shop } from './shop.ts';

/** The records of all pages. Each page is read with the cursor of the previous one. */
export async function readPages<Row>(
  read: (cursor: string | undefined) => Promise<{ records: Row[]; nextCursor?: string | null }>,
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | undefined;
  do {
    const { records, nextCursor } = await read(cursor);
    all.push(...records);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** Downloads the file of an exported list. */
export async function exportList(
  shop: Shop,
  person: Person,
  name: string,
  { format = 'csv' as 'csv' | 'xlsx', body = {} } = {},
) {
  const { url } = await person.do(exportRoutes.create, { params: { name }, query: { format }, body });
  return shop.server.inject(url!);
}
