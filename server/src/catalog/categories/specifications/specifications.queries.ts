import type {
  DeclaredSpecification,
  Specification,
  StoredSpecification,
} from '@aisle/contract/catalog/categories';
import type { Page, PageRequest } from '@aisle/contract/core/page';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { byName } from '../../../core/list/by-name.ts';
import { listPage } from '../../../core/list/list.ts';
import { hasWords } from '../../../core/list/search-text.ts';
import { mustFind } from '../../../core/problem.ts';

const specificationSortColumns = {
  name: byName('held.name'),
  categoryName: byName('held.category_name'),
  type: sql.ref('held.type'),
};
interface SpecificationFilter {
  categoryId?: string | undefined;
  type?: Specification['type'] | undefined;
  required?: boolean | undefined;
}

export async function listSpecifications(
  tx: Tx,
  request: PageRequest & {
    sort?: { field: keyof typeof specificationSortColumns; order: 'asc' | 'desc' } | undefined;
    filters: SpecificationFilter;
  },
): Promise<Page<DeclaredSpecification>> {
  const { search, filters, sort } = request;
  interface Declared {
    category_id: string;
    category_name: string;
    place: number;
    _id: string;
    name: string;
    type: Specification['type'];
    options: string[];
    required: boolean;
  }
  let filtered = tx.selectFrom(
    sql<Declared>`(
      SELECT c.id AS category_id, c.name AS category_name, item.place, (item.value ->> '_id')::uuid AS _id,
        item.value ->> 'name' AS name,
        item.value ->> 'type' AS type, item.value -> 'options' AS options,
        (item.value ->> 'required')::boolean AS required
      FROM categories c CROSS JOIN jsonb_array_elements(c.specifications) WITH ORDINALITY AS item (value, place)
    )`.as('held'),
  );
  if (search) {
    filtered = filtered.where(hasWords(search, 'held.name', 'held.category_name'));
  }
  if (filters.categoryId) filtered = filtered.where('held.category_id', '=', filters.categoryId);
  if (filters.type) filtered = filtered.where('held.type', '=', filters.type);
  if (filters.required !== undefined) filtered = filtered.where('held.required', '=', filters.required);

  const page = await listPage(tx, filtered, {
    request,
    sort: {
      columns: [
        specificationSortColumns[sort?.field ?? 'name'],
        sql.ref('held.category_id'),
        sql.ref('held.place'),
      ],
      direction: sort?.order ?? 'asc',
    },
    select: (query) =>
      query.select([
        'held._id',
        'held.name',
        'held.type',
        'held.options',
        'held.required',
        'held.category_id as categoryId',
        'held.category_name as categoryName',
      ]),
  });
  return {
    ...page,
    records: page.records.map(({ categoryId, categoryName, ...specification }) => ({
      ...specification,
      categoryData: { _id: categoryId, name: categoryName },
    })),
  };
}

/** The specifications of a category: inherited ones first, then its own. A lower declaration overrides a higher one. */
export async function specificationsOf(tx: Tx, id: string): Promise<StoredSpecification[]> {
  const { rows } = await sql<{ _id: string; name: string; specifications: Specification[] }>`
    SELECT up.id AS "_id", up.name, up.specifications
    FROM categories c
    LEFT JOIN categories parent ON parent.id = c.parent_id
    JOIN categories up ON up.id IN (c.id, parent.id, parent.parent_id)
    WHERE c.id = ${id}
    ORDER BY up.level`.execute(tx);
  mustFind(rows[0], 'Category');
  const held = new Map<string, StoredSpecification>();
  for (const { specifications, _id, name } of rows) {
    for (const specification of specifications) {
      const inheritedFrom = _id === id ? null : { _id, name };
      held.set(specification.name.toLowerCase(), { ...specification, inheritedFrom });
    }
  }
  return [...held.values()];
}
