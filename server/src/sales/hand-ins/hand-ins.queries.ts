import type { Page } from '@aisle/contract/core/page';
import type { HandIn, HandInPage } from '@aisle/contract/sales/hand-ins';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { NewRow } from '../../core/db/rows/columns.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

const columns = [
  'h.id as _id',
  'h.location_id as locationId',
  'l.name as locationName',
  'l.time_zone as timeZone',
  'h.driver_id as driverId',
  'h.driver_name as driverName',
  'h.expected',
  'h.counted',
  'h.note',
  'h.received_by_name as receivedBy',
  'h.created_at as createdAt',
] as const;
const difference = sql<number>`h.counted - h.expected`.as('difference');

export function listHandIns(tx: Tx, actor: Actor, request: HandInPage): List<Page<HandIn>> {
  const { filters, search, sort } = request;
  let query = tx.selectFrom('hand_ins as h');
  const location = locationOf(actor, filters.locationId);
  if (location !== undefined) query = query.where('h.location_id', '=', location);
  if (search) query = query.where(hasWords(search, 'h.driver_name'));
  if (filters.driverId) query = query.where('h.driver_id', '=', filters.driverId);
  if (filters.differs !== undefined) {
    query = query.where('h.counted', filters.differs ? '<>' : '=', sql<number>`h.expected`);
  }
  if (filters.from) query = query.where('h.created_at', '>=', filters.from);
  if (filters.to) query = query.where('h.created_at', '<', filters.to);
  return listOf(tx, query, {
    request,
    sort: { columns: [sql.ref('h.created_at'), sql.ref('h.id')], direction: sort?.order ?? 'desc' },
    select: (found) =>
      found.innerJoin('locations as l', 'l.id', 'h.location_id').select([...columns, difference]),
    sums: {
      columns: ['expected', 'counted', 'difference'],
      rows: query.select(['h.expected', 'h.counted', difference]),
    },
  });
}

export async function insertHandIn(tx: Tx, handIn: NewRow<'hand_ins'>): Promise<void> {
  await tx.insertInto('hand_ins').values(handIn).execute();
}

export async function getHandIn(tx: Tx, locationId: string, id: string): Promise<HandIn> {
  const row = await tx
    .selectFrom('hand_ins as h')
    .innerJoin('locations as l', 'l.id', 'h.location_id')
    .select([...columns, difference])
    .where('h.location_id', '=', locationId)
    .where('h.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Hand-in');
}
