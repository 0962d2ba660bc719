import { sql } from 'kysely';
import { oneOf, type PersonalData } from '../../core/personal-data.ts';

/** Merges and suggestions. The log of a merge has only IDs. */
export const carePersonalData: PersonalData = {
  tables: { customer_merges: 'stays: ids of what was moved', customer_duplicates: 'erased' },
  columns: {},
  exportData: {},
  erase: async (tx, person) => {
    // Both customers are erased, so the merge can't be undone anymore.
    await sql`
      UPDATE customer_merges SET undo_until = least(undo_until, now())
      WHERE survivor_id = ${oneOf(person)} OR merged_id = ${oneOf(person)}`.execute(tx);
    await sql`
      DELETE FROM customer_duplicates WHERE one_id = ${oneOf(person)} OR other_id = ${oneOf(person)}`.execute(
      tx,
    );
    return [];
  },
};
