import type { AdjustInput, Adjustment } from '@aisle/contract/finance/statements';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { orNull } from '../../core/db/rows/columns.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { missingAt } from '../../core/problem.ts';
import { insertJournal } from '../../ledgers/money/journal.queries.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { insertAdjustment } from './create-statement.queries.ts';
import { getAdjustment } from './statement-view.queries.ts';

/** Adds to or deducts from a location's balance with a journal, which appears on the next statement with its reason. */
export async function adjust(
  tx: Tx,
  actor: Actor,
  { locationId, amount, reason, note }: AdjustInput,
): Promise<Adjustment> {
  await mustBeConfirmed(tx, actor);
  const id = newId();
  const inserted = await insertAdjustment(tx, {
    id,
    location_id: locationId,
    amount,
    reason,
    note: orNull(note ?? null),
    user_id: actor.userId,
    user_name: actor.name,
  });
  if (!inserted) throw missingAt('locationId', 'Location');
  await insertJournal(tx, {
    locationId,
    kind: 'correction',
    causeId: id,
    orderId: null,
    userId: actor.userId,
    entries: [
      { account: 'locationPayable', part: 'adjustment', amount: -amount },
      { account: 'adjustments', part: 'adjustment', amount },
    ],
  });
  const adjustment = await getAdjustment(tx, locationId, id);
  await recordChange(tx, actor, {
    action: 'create',
    resource: 'adjustments',
    recordId: id,
    locationId,
    after: { amount, reason, note: adjustment.note },
  });
  return adjustment;
}
