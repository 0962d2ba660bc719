import type { Ref } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import type {
  CustomerGroup,
  CustomerGroupMember,
  CustomerGroupMemberPage,
  CustomerGroupPage,
  CustomerGroupView,
  CustomerRule,
  CustomerRuleData,
} from '@aisle/contract/customers/customer-groups';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../core/db/db.ts';
import type { NewRow, RowChange } from '../../core/db/rows/columns.ts';
import { choices, lockVersion } from '../../core/db/rows/records.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf, listPage } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { matchesRule, ruleData } from './rule.queries.ts';

const columns = [
  'g.id as _id',
  'g.name',
  'g.member_count as count',
  'g.counted_at as countedAt',
  'g.created_at as createdAt',
  'g.updated_at as updatedAt',
  'g.version',
] as const;
const computed = [
  sql<CustomerGroup['kind']>`g.kind`.as('kind'),
  sql<CustomerGroup['rule']>`g.rule`.as('rule'),
  sql<CustomerGroup['usedBy']>`customer_group_uses(g.id)`.as('usedBy'),
] as const;

const sortColumns = {
  name: byName('g.name'),
  count: sql.ref('g.member_count'),
  updatedAt: sql.ref('g.updated_at'),
};

export function listCustomerGroups(tx: Tx, request: CustomerGroupPage): List<Page<CustomerGroup>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('customer_groups as g');
  if (search) filtered = filtered.where(hasWords(search, 'g.name'));
  if (filters.kind) filtered = filtered.where('g.kind', '=', filters.kind);
  if (filters.customerId) {
    filtered = filtered.where(
      sql<SqlBool>`g.id IN (SELECT group_id FROM customer_group_members WHERE customer_id = ${filters.customerId})`,
    );
  }
  return listOf(tx, filtered, {
    request,
    sort: { columns: [sortColumns[sort?.field ?? 'name'], sql.ref('g.id')], direction: sort?.order ?? 'asc' },
    select: (query) => query.select([...columns, ...computed]),
  });
}

export const customerGroupChoices = (tx: Tx, search: string | undefined) =>
  choices(tx, 'customer_groups', search);

export async function getCustomerGroup(tx: Tx, id: string): Promise<CustomerGroup> {
  const row = await tx
    .selectFrom('customer_groups as g')
    .select([...columns, ...computed])
    .where('g.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Group');
}

export async function showCustomerGroup(tx: Tx, id: string): Promise<CustomerGroupView> {
  const row = await tx
    .selectFrom('customer_groups as g')
    .select([...columns, ...computed])
    .select(
      sql<CustomerRuleData | null>`CASE WHEN g.rule IS NOT NULL THEN ${ruleData(sql`g.rule`)} END`.as(
        'ruleData',
      ),
    )
    .where('g.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Group');
}

/** Locks a group for an edit. Messages to it can be saved meanwhile. */
export const lockCustomerGroup = (tx: Tx, id: string) => lockVersion(tx, 'customer_groups', id, 'Group');

/** Locks a group for its deletion, after messages and promotions for it that are being saved. */
export async function lockDeletedGroup(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`SELECT FROM customer_groups WHERE id = ${id} FOR UPDATE`.execute(tx);
  mustFind(rows[0], 'Group');
}

/** The conditions of a group; null if it is chosen by hand. Undefined without the group, and for users of single locations. */
export async function findGroupRule(tx: Tx, id: string): Promise<Pick<CustomerGroup, 'rule'> | undefined> {
  const row = await tx
    .selectFrom('customer_groups')
    .select(sql<CustomerGroup['rule']>`rule`.as('rule'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row;
}

/** Keeps groups until the transaction ends, for a message or a promotion for them. Returns those that exist. */
export async function keepGroups(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM customer_groups WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR KEY SHARE`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function insertCustomerGroup(tx: Tx, group: NewRow<'customer_groups'>): Promise<void> {
  await tx.insertInto('customer_groups').values(group).execute();
}

export async function updateCustomerGroup(
  tx: Tx,
  id: string,
  change: RowChange<'customer_groups'>,
): Promise<void> {
  await tx.updateTable('customer_groups').set(change).where('id', '=', id).execute();
}

export async function deleteCustomerGroup(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('customer_groups').where('id', '=', id).execute();
}

/** Whether a customer `c` is in a group now: as its rule says, or as staff chose. */
export const isInGroup = (id: string, { rule }: Pick<CustomerGroup, 'rule'>): RawBuilder<SqlBool> =>
  rule ? matchesRule(rule) : isMember(id);

/** Whether a customer `c` is a stored member of a group. */
export const isMember = (id: string): RawBuilder<SqlBool> =>
  sql`c.id IN (SELECT customer_id FROM customer_group_members WHERE group_id = ${id})`;

export async function countMatching(
  tx: Tx,
  rule: CustomerRule,
): Promise<{ count: number; examples: z.infer<typeof Ref>[] }> {
  const { rows } = await sql<{ count: number; examples: z.infer<typeof Ref>[] }>`
    WITH matching AS MATERIALIZED (
      SELECT c.id, rtrim(c.first_name || ' ' || c.last_name) AS name, c.created_at
      FROM customers c WHERE ${matchesRule(rule)}
    )
    SELECT (SELECT count(*) FROM matching) AS count,
      coalesce((SELECT jsonb_agg(first) FROM (SELECT id AS "_id", name FROM matching
        ORDER BY created_at, id LIMIT 3) AS first), '[]') AS examples`.execute(tx);
  return rows[0]!;
}

/** Gives a group by conditions the members that match now, and counts the members of any group. */
export async function refreshMembers(tx: Tx, id: string, rule: CustomerRule | null): Promise<void> {
  const matching = rule
    ? matchesRule(rule)
    : sql<SqlBool>`${isMember(id)} AND c.merged_into IS NULL AND c.erased_at IS NULL`;
  await sql`
    WITH matching AS MATERIALIZED (SELECT c.id FROM customers c WHERE ${matching}),
    gone AS (
      DELETE FROM customer_group_members m WHERE m.group_id = ${id} AND ${rule !== null}
        AND NOT EXISTS (SELECT FROM matching WHERE matching.id = m.customer_id)
    ), added AS (
      INSERT INTO customer_group_members (group_id, customer_id)
      SELECT ${id}::uuid, id FROM matching WHERE ${rule !== null} ORDER BY id ON CONFLICT DO NOTHING
    )
    UPDATE customer_groups SET member_count = (SELECT count(*) FROM matching), counted_at = now()
    WHERE id = ${id}`.execute(tx);
}

/** The groups whose members were counted longest ago, at least half a day before. */
export async function lockNextStale(tx: Tx): Promise<Pick<CustomerGroup, '_id' | 'rule'> | undefined> {
  const { rows } = await sql<Pick<CustomerGroup, '_id' | 'rule'>>`
    SELECT id AS "_id", rule FROM customer_groups WHERE counted_at < now() - interval '12 hours'
    ORDER BY counted_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  return rows[0];
}

/** Adds and removes members; returns how many were added and removed. Skips unknown customers. */
export async function changeMembers(
  tx: Tx,
  id: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<{ added: number; removed: number }> {
  const { rows } = await sql<{ added: number; removed: number }>`
    WITH gone AS (
      DELETE FROM customer_group_members WHERE group_id = ${id} AND customer_id = ANY (${remove}::uuid[])
        AND customer_id <> ALL (${add}::uuid[]) RETURNING 1
    ), added AS (
      INSERT INTO customer_group_members (group_id, customer_id)
      SELECT ${id}::uuid, c.id FROM customers c
      WHERE c.id = ANY (${add}::uuid[]) AND c.merged_into IS NULL AND c.erased_at IS NULL ORDER BY c.id
      ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT (SELECT count(*) FROM added) AS added, (SELECT count(*) FROM gone) AS removed`.execute(tx);
  return rows[0]!;
}

const memberName = sql<string>`(c.first_name || ' ' || c.last_name)`;
const memberSorts = { since: sql.ref('m.since'), name: byName(memberName) };

export async function listMembers(
  tx: Tx,
  groupId: string,
  request: CustomerGroupMemberPage,
): Promise<Page<CustomerGroupMember>> {
  const { search, sort } = request;
  let filtered = tx
    .selectFrom('customer_group_members as m')
    .innerJoin('customers as c', 'c.id', 'm.customer_id')
    .where('m.group_id', '=', groupId)
    .where(sql<SqlBool>`c.merged_into IS NULL AND c.erased_at IS NULL`);
  if (search) filtered = filtered.where(hasWords(search, memberName));
  return listPage(tx, filtered, {
    request,
    sort: {
      columns: [memberSorts[sort?.field ?? 'since'], sql.ref('c.id')],
      direction: sort?.order ?? 'desc',
    },
    select: (query) =>
      query
        .select(['c.id as _id', 'c.phone', 'c.email', 'm.since'])
        .select(sql<string>`rtrim(${memberName})`.as('name')),
  });
}
