import type { ProductHistoryPage } from '@aisle/contract/catalog/product-figures';
import type { Page } from '@aisle/contract/core/page';
import type { AuditEntry } from '@aisle/contract/system/audit';
import { sql } from 'kysely';
import { shownOfEntry } from '../../core/audit.ts';
import type { Tx } from '../../core/db/db.ts';
import { listPage } from '../../core/list/list.ts';
import { mustFind } from '../../core/problem.ts';

/** The audit entries of a product and its sub-products. */
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
    sort: { columns: [sql.ref('a.id')], direction: request.sort?.order ?? 'desc' },
    select: (query) => query.select(shownOfEntry),
  }) as Promise<Page<AuditEntry>>;
}
