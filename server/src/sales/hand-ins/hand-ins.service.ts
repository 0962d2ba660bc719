import { formatMoney } from '@aisle/contract/core/money';
import type { HandIn, HandInInput } from '@aisle/contract/sales/hand-ins';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { recordExists } from '../../core/db/rows/records.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { notFound, problem, wrongField } from '../../core/problem.ts';
import { cashHeldAt } from '../../ledgers/trips/driver-cash.queries.ts';
import { lockDriverAt } from '../../ledgers/trips/trips.queries.ts';
import { announceDriver } from '../drivers/drivers.queries.ts';
import { getHandIn, insertHandIn } from './hand-ins.queries.ts';

/**
 * Records a driver's hand-in at a location, for all cash collected for it. A difference is recorded in a note and not carried
 * over to the driver.
 */
export async function receiveCash(
  tx: Tx,
  actor: Actor,
  { driverId, locationId, expected, counted, note }: HandInInput,
): Promise<HandIn> {
  if (!(await recordExists(tx, 'locations', locationId))) throw notFound('Location');
  // Locks the driver, so that the second of two concurrent hand-ins sees the first one.
  const driver = await lockDriverAt(tx, driverId, locationId);
  if (!driver) throw wrongField('driverId', 'Not found');
  const held = await cashHeldAt(tx, driverId, locationId);
  if (held === 0) throw problem('hand-ins.nothing-held', { driver: driver.name });
  if (held !== expected) {
    throw problem('hand-ins.changed', { driver: driver.name, held: formatMoney(held) });
  }
  const id = newId();
  await insertHandIn(tx, {
    id,
    location_id: locationId,
    driver_id: driverId,
    driver_name: driver.name,
    expected,
    counted,
    note: note || null,
    received_by: actor.userId,
    received_by_name: actor.name,
  });
  const handIn = await getHandIn(tx, locationId, id);
  await announceDriver(tx, driverId, 'handIn');
  await recordChange(tx, actor, {
    action: 'create',
    resource: 'handIns',
    recordId: id,
    locationId,
    after: { driver: driver.name, expected, counted, note: handIn.note },
  });
  return handIn;
}
