import type { Permission } from '@aisle/contract/permissions';
import {
  type TimelineEntry,
  type TimelineKind,
  type TimelinePage,
  timelineKinds,
} from '@aisle/contract/service/customer-care';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { cursorOf, readCursor } from '../../../core/list/cursor.ts';
import type { Person, TimelineCut, TimelineRow } from '../../../core/personal-data.ts';
import { mustFind, wrongField } from '../../../core/problem.ts';
import { personalData } from '../personal-data.ts';

/** Kinds that require another permission besides viewing customers. */
const permissionOf: Partial<Record<TimelineKind, Permission>> = {
  subscription: 'subscriptionPlan_list',
  ticket: 'support_list',
};

/** The events of a customer that the actor can see, read in two statements. */
export async function readTimeline(
  tx: Tx,
  actor: Actor,
  { customerId, kinds = [...timelineKinds], limit, cursor }: TimelinePage,
): Promise<{ records: TimelineEntry[]; nextCursor: string | null }> {
  const person = await findShownPerson(tx, customerId);
  const shown = kinds.filter((kind) => {
    const permission = permissionOf[kind];
    return permission === undefined || actor.permissions.has(permission);
  });
  const parts = partsOf(person, shown, cutAt(cursor, limit + 1));
  if (parts.length === 0) return { records: [], nextCursor: null };
  const { rows } = await sql<TimelineRow & { kind: TimelineKind; key: string; locationName: string | null }>`
    SELECT e.*, e.at::text AS key, l.name AS "locationName"
    FROM (SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) AS found
      ORDER BY at DESC, id DESC LIMIT ${limit + 1}) AS e
    LEFT JOIN locations l ON l.id = e."locationId" ORDER BY e.at DESC, e.id DESC`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    records: page.map(({ id, key: _, locationId: __, ...row }) => ({
      ...row,
      _id: `${row.kind}-${row.what}-${id}`,
    })),
    nextCursor: rows.length > limit && last ? cursorOf([last.key, last.id]) : null,
  };
}

/** The person whose events are shown, including the customers merged into them. */
async function findShownPerson(tx: Tx, id: string): Promise<Person> {
  const { rows } = await sql<{ ids: string[] }>`
    SELECT customer_ids(id) AS ids FROM customers WHERE id = ${id}`.execute(tx);
  return mustFind(rows[0], 'Customer');
}

function partsOf(person: Person, kinds: readonly TimelineKind[], cut: TimelineCut): RawBuilder<unknown>[] {
  return personalData.flatMap(({ timeline = {} }) =>
    kinds.flatMap((kind) =>
      (timeline[kind] ?? []).map(
        (part) => sql`
          SELECT ${kind}::text AS kind, part.* FROM (${part(person, cut)}) AS part (at, id, what, "recordId", title,
            amount, by, note, "locationId")`,
      ),
    ),
  );
}

function cutAt(cursor: string | undefined, limit: number): TimelineCut {
  const [at, id] = cursor === undefined ? [] : readCursor(cursor, 2);
  if (cursor !== undefined && !isPosition(at, id))
    throw wrongField('cursor', 'This cursor belongs to a different list');
  return {
    after: (atColumn, idColumn) =>
      cursor === undefined
        ? sql<boolean>`true`
        : sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) < (${at}::timestamptz, ${id}::uuid)`,
    latest: (atColumn, idColumn) =>
      sql`ORDER BY ${sql.ref(atColumn)} DESC, ${sql.ref(idColumn)} DESC LIMIT ${limit}`,
  };
}
const isPosition = (at: string | undefined, id: string | undefined): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/.test(at ?? '') &&
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '');
