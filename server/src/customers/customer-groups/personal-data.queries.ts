import { sql } from 'kysely';
import {
  type ColumnDecisions,
  elsewhere,
  exportedColumns,
  leftOut,
  theirId,
  written,
} from '../../core/exported-columns.ts';
import { oneOf, type PersonalData } from '../../core/personal-data.ts';

const member: ColumnDecisions<'customer_group_members'> = {
  ...written('since'),
  ...leftOut(theirId, 'customer_id'),
  ...leftOut(elsewhere, 'group_id'),
};

/** The groups that a customer is in. */
export const groupPersonalData: PersonalData = {
  tables: { customer_group_members: 'erased' },
  columns: { customer_group_members: member },
  exportData: {
    Groups: (person) => sql`
      SELECT g.name, ${exportedColumns('m', member)}
      FROM customer_group_members m JOIN customer_groups g ON g.id = m.group_id
      WHERE m.customer_id = ${oneOf(person)} ORDER BY m.since, g.id`,
  },
  erase: async (tx, person) => {
    await sql`DELETE FROM customer_group_members WHERE customer_id = ${oneOf(person)}`.execute(tx);
    return [];
  },
};
