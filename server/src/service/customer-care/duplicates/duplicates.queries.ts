import type { Page, PageRequest } from '@aisle/contract/core/page';
import type { CustomerBrief, Duplicate } from '@aisle/contract/service/customer-care';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { listPage } from '../../../core/list/list.ts';

/** A customer of a pair, read only for the rows of the page. */
const brief = (id: string): RawBuilder<CustomerBrief> => sql`(
  SELECT jsonb_build_object('_id', c.id, 'name', rtrim(c.first_name || ' ' || c.last_name), 'phone', c.phone,
    'email', c.email, 'orderCount', (SELECT count(*) FROM orders o WHERE o.customer_id = c.id),
    'coinBalance', c.coin_balance, 'createdAt', iso(c.created_at))
  FROM customers c WHERE c.id = ${sql.ref(id)})`;

/** Pairs of customers who may be the same person, latest first. */
export async function listDuplicates(
  tx: Tx,
  request: PageRequest & { filters: { customerId?: string | undefined } },
): Promise<Page<Duplicate>> {
  const { customerId } = request.filters;
  let filtered = tx.selectFrom('customer_duplicates as d').where('d.rejected_at', 'is', null);
  if (customerId) {
    filtered = filtered.where((where) =>
      where.or([where('d.one_id', '=', customerId), where('d.other_id', '=', customerId)]),
    );
  }
  return listPage(tx, filtered, {
    request,
    sort: {
      columns: [sql.ref('d.created_at'), sql.ref('d.one_id'), sql.ref('d.other_id')],
      direction: request.sort?.order ?? 'desc',
    },
    select: (query) =>
      query.select([
        sql<string>`d.one_id || '.' || d.other_id`.as('_id'),
        brief('d.one_id').as('customer'),
        brief('d.other_id').as('other'),
        sql<Duplicate['reasons']>`d.reasons`.as('reasons'),
      ]),
  });
}

/** Marks two customers as different. Writes nothing unless both exist. */
export async function rejectDuplicate(
  tx: Tx,
  pair: { customerId: string; otherId: string },
  userId: string | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO customer_duplicates (one_id, other_id, reasons, rejected_at, rejected_by)
    SELECT one.id, other.id, '{}', now(), ${userId}
    FROM customers one JOIN customers other ON other.id = greatest(${pair.customerId}::uuid, ${pair.otherId}::uuid)
    WHERE one.id = least(${pair.customerId}::uuid, ${pair.otherId}::uuid)
    ON CONFLICT (one_id, other_id) DO UPDATE SET rejected_at = now(), rejected_by = excluded.rejected_by`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}
