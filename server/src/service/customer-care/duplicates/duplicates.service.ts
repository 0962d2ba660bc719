import { recordChange } from '../../../core/changes/record-change.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { notFound, wrongField } from '../../../core/problem.ts';
import { rejectDuplicate } from './duplicates.queries.ts';

interface Pair {
  customerId: string;
  otherId: string;
}
/** Removes a suggestion for good: these two are different people. */
export async function notSame(tx: Tx, actor: Actor, pair: Pair): Promise<Pair> {
  if (pair.customerId === pair.otherId) throw wrongField('otherId', 'Choose another customer');
  if (!(await rejectDuplicate(tx, pair, actor.userId))) throw notFound('Customer');
  await recordChange(tx, actor, {
    action: 'notSame',
    resource: 'customers',
    recordId: pair.customerId,
    after: { otherId: pair.otherId },
  });
  return pair;
}
