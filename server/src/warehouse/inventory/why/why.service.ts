import type { Page } from '@aisle/contract/core/page';
import { addQuantities } from '@aisle/contract/core/quantity';
import type { Movement } from '@aisle/contract/warehouse/lots';
import type {
  AsOfPage,
  LevelThen,
  MovementWithBalance,
  StockLevel,
  Why,
  WhyInput,
} from '@aisle/contract/warehouse/stock-levels';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { List } from '../../../core/list/list.ts';
import { wrongField } from '../../../core/problem.ts';
import { getLevel, listLevels } from '../levels.queries.ts';
import { movedSince, movedSinceTime, movementsOfLevel } from '../movements.queries.ts';
import { lotsOf, reservationsOf } from './why.queries.ts';

/** Explains a level ("Why is it 47?") with everything that it consists of. */
export async function explainLevel(tx: Tx, { limit, cursor, ...place }: WhyInput): Promise<Why> {
  const after = cursor === undefined ? undefined : fromCursor(cursor);
  const level = await getLevel(tx, place.locationId, place.subProductId);
  const { movements, last } = await movementsOfLevel(tx, place, { limit, after });
  // Balances are computed backwards from the current one, so movements newer than the page are subtracted first.
  const since = after ? await movedSince(tx, place, after) : { onHand: 0, reserved: 0 };
  return {
    level,
    reservations: await reservationsOf(tx, place),
    lots: await lotsOf(tx, place),
    movements: withBalances(movements, {
      onHand: addQuantities(level.onHand, -since.onHand),
      reserved: addQuantities(level.reserved, -since.reserved),
    }),
    nextCursor: last ? Buffer.from(JSON.stringify(last)).toString('base64url') : null,
  };
}

/** The balance after each movement, computed backwards from the newest. */
function withBalances(
  newestFirst: readonly Movement[],
  after: Pick<StockLevel, 'onHand' | 'reserved'>,
): MovementWithBalance[] {
  let { onHand, reserved } = after;
  return newestFirst.map((movement) => {
    const shown = { ...movement, onHandAfter: onHand, reservedAfter: reserved };
    onHand = addQuantities(onHand, -movement.onHand);
    reserved = addQuantities(reserved, -movement.reserved);
    return shown;
  });
}

function fromCursor(cursor: string): [string, string] {
  try {
    const [at, id, ...more] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    const isTime = typeof at === 'string' && !Number.isNaN(Date.parse(at));
    if (isTime && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id) && more.length === 0) return [at, id];
  } catch {
    // The error is thrown below.
  }
  throw wrongField('cursor', 'This cursor belongs to a different list');
}

/** Levels at a given time: the current quantity less all movements since. */
export async function listPastLevels(
  tx: Tx,
  actor: Actor,
  request: AsOfPage,
): Promise<List<Page<LevelThen>>> {
  const { at = new Date().toISOString(), ...filters } = request.filters;
  const levels = await listLevels(tx, actor, { ...request, filters });
  return levels.map(async (page) => {
    const since = await movedSinceTime(
      tx,
      page.records.map((level) => ({ locationId: level.locationId, subProductId: level.subProductData._id })),
      at,
    );
    const records = page.records.map(
      ({ _id, locationId, locationName, subProductData, onHand, reserved }) => {
        const moved = since.get(_id) ?? { onHand: 0, reserved: 0 };
        return {
          _id,
          locationId,
          locationName,
          subProductData,
          onHand: addQuantities(onHand, -moved.onHand),
          reserved: addQuantities(reserved, -moved.reserved),
          onHandNow: onHand,
        };
      },
    );
    return { ...page, records };
  });
}
