import type { AuditEntry } from '@aisle/contract/audit';
import type { Page } from '@aisle/contract/core/page';
import type { ProductHistoryPage } from '@aisle/contract/product-figures';
import { sql } from 'kysely';
import { shownOfEntry } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';

/** What the audit log knows of a product and the sub-products that it has. */
export async function productHistory(
  tx: Tx,
  id: string,
  request: ProductHistoryPage,
): Promise<Page<AuditEntry>> {
  const found = await tx
    .selectFrom('products as p')
    .select(
      sql<string[]>`ARRAY(SELECT s.id FROM sub_products s WHERE s.product_id = p.id)`.as('subProductIds'),
    )
    .where('p.id', '=', id)
    .executeTakeFirst();
  const { subProductIds } = mustFind(found, 'Product');
  const filtered = tx.selectFrom('audit_entries as a').where(
    sql<boolean>`((a.resource = 'products' AND a.record_id = ${id})
        OR (a.resource = 'subProducts' AND a.record_id = ANY(${subProductIds}::uuid[])))`,
  );
  return listPage(tx, filtered, {
    request,
    order: { columns: [sql.ref('a.id')], direction: request.sort?.order ?? 'desc' },
    select: (query) => query.select(shownOfEntry),
  }) as Promise<Page<AuditEntry>>;
}
