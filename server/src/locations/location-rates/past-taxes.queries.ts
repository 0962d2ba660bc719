import { type RawBuilder, sql } from 'kysely';

interface Naming {
  held: 'product_taxes' | 'category_taxes';
  column: 'product_id' | 'category_id';
  /** The ID of the product or category, and its creation time. */
  id: string;
  born: string;
}
export const taxesOfProduct: Naming = {
  held: 'product_taxes',
  column: 'product_id',
  id: 'p.id',
  born: 'p.created_at',
};
export const taxesOfCategory: Naming = {
  held: 'category_taxes',
  column: 'category_id',
  id: 'c.id',
  born: 'c.created_at',
};

const asJson = sql`coalesce(json_agg(json_build_object('_id', id, 'name', name, 'rate', rate, 'status', status)
  ORDER BY name COLLATE aisle_names, id), '[]')`;

/** The current taxes set on a product or category itself, including inactive ones. */
export const taxesNow = ({ held, column, id }: Naming): RawBuilder<unknown> => sql`
  (SELECT ${asJson} FROM (SELECT t.id, t.name, t.rate, t.status
    FROM ${sql.table(held)} held JOIN taxes t ON t.id = held.tax_id
    WHERE held.${sql.ref(column)} = ${sql.ref(id)}) named)`;

/** The taxes at a given time. The first taxes of a record count from its creation. */
export const taxesAt = (
  { held, column, id, born }: Naming,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  (SELECT ${asJson} FROM (
    SELECT named.tax_id AS id, coalesce(t.name, past.name) AS name, coalesce(past.rate, t.rate) AS rate,
      coalesce(past.status, t.status) AS status
    FROM (SELECT tax_id FROM ${sql.table(held)} held
        WHERE held.${sql.ref(column)} = ${sql.ref(id)} AND (held.since <= ${at} OR held.since <= ${sql.ref(born)})
      UNION SELECT tax_id FROM past_named_taxes held
        WHERE held.owner_id = ${sql.ref(id)} AND (held.since <= ${at} OR held.since <= ${sql.ref(born)})
          AND held.until > ${at}) named
    LEFT JOIN taxes t ON t.id = named.tax_id
    LEFT JOIN LATERAL (SELECT * FROM past_taxes WHERE tax_id = named.tax_id AND until > ${at}
      ORDER BY until LIMIT 1) past ON true
    WHERE coalesce(t.id, past.tax_id) IS NOT NULL) named)`;

/** The location `l`'s own commission at a given time. */
export const commissionAt = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce((SELECT past.rate FROM past_location_commissions past WHERE past.location_id = l.id AND past.until > ${at}
    ORDER BY past.until LIMIT 1), l.commission_rate)`;

/** The last moment of a day at the location `l`. */
export const endOfDay = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${day} + 1)::timestamp AT TIME ZONE l.time_zone - interval '1 microsecond')`;
