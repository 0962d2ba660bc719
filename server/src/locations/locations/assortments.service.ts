import type { Ref } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import type { AssignmentCounts } from '@aisle/contract/locations/assignments';
import type {
  AssortmentComparison,
  AssortmentCopy,
  AssortmentDifference,
  DifferencePage,
} from '@aisle/contract/locations/assortments';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { missingAt, problem } from '../../core/problem.ts';
import { findLocationRef } from './assignment.queries.ts';
import { recordAssignment } from './assignment.service.ts';
import { copyOffers, countDifferences, listDifferences } from './assortments.queries.ts';

/** Reports an inaccessible location at its field. */
async function mustReach(tx: Tx, id: string, field: string): Promise<Ref> {
  const found = await findLocationRef(tx, id);
  if (!found) throw missingAt(field, 'Location');
  return found;
}

export async function compareAssortments(
  tx: Tx,
  { locationId, otherId }: { locationId: string; otherId: string },
): Promise<AssortmentComparison> {
  const here = await mustReach(tx, locationId, 'locationId');
  const there = await mustReach(tx, otherId, 'otherId');
  return { here, there, ...(await countDifferences(tx, locationId, otherId)) };
}

export async function differencesOf(tx: Tx, request: DifferencePage): Promise<Page<AssortmentDifference>> {
  const { locationId, otherId } = request.filters;
  const unsaid = Object.entries({ locationId, otherId }).filter(([, id]) => id === undefined);
  if (!locationId || !otherId) {
    const fields = unsaid.map(([name]) => ({ path: `filters.${name}`, message: 'Choose a location' }));
    throw problem('validation-failed', {}, { fields });
  }
  await mustReach(tx, locationId, 'filters.locationId');
  await mustReach(tx, otherId, 'filters.otherId');
  return listDifferences(tx, request, locationId, otherId);
}

export async function copyAssortment(tx: Tx, actor: Actor, copy: AssortmentCopy): Promise<AssignmentCounts> {
  const from = await mustReach(tx, copy.fromLocationId, 'fromLocationId');
  await mustReach(tx, copy.toLocationId, 'toLocationId');
  const { counts, ...change } = await copyOffers(tx, copy);
  const { mode, withPrices, withLimits } = copy;
  await recordAssignment(tx, actor, new Map([[copy.toLocationId, change]]), {
    likeLocation: from,
    mode,
    withPrices,
    withLimits,
    counts,
  });
  return counts;
}
