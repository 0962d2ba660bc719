import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { Person } from '../../../core/personal-data.ts';
import { personalData } from '../personal-data.ts';

/** Counts the records of each section of an export. */
export async function countSections(tx: Tx, person: Person): Promise<{ what: string; count: number }[]> {
  // The customer's own data comes first.
  const parts = personalData
    .toReversed()
    .flatMap(({ exportData }) =>
      Object.entries(exportData).map(
        ([what, rows]) =>
          sql`SELECT ${what}::text AS what, count(*) AS count FROM (${rows(person)}) AS section`,
      ),
    );
  const { rows } = await sql<{ what: string; count: number }>`
    SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) AS sections WHERE count > 0`.execute(tx);
  return rows;
}

export interface OpenWork {
  kind: 'order' | 'return' | 'refund';
  _id: string;
  number: string;
}
/** Open work that must be finished first, at most 50 records. */
export async function findOpenWork(tx: Tx, person: Person): Promise<OpenWork[]> {
  const parts = personalData.flatMap(({ openWork }) => (openWork ? [sql`(${openWork(person)})`] : []));
  const { rows } = await sql<OpenWork>`
    SELECT kind, id AS "_id", number FROM (${sql.join(parts, sql` UNION ALL `)}) AS work (kind, id, number)
    LIMIT 50`.execute(tx);
  return rows;
}

/** The customer, and those merged into them. */
export async function findPerson(tx: Tx, id: string): Promise<Person> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM customers WHERE id = ${id} OR merged_into = ${id} ORDER BY merged_into NULLS FIRST, id`.execute(
    tx,
  );
  return { ids: rows.map((row) => row.id) };
}
