import { pluralize } from '@aisle/contract/core/pluralize';
import type { Tx } from '../../../core/db/db.ts';
import { newId } from '../../../core/ids.ts';
import { pickNote } from '../lines/line-changes.ts';
import { findIdlePicking, type OpenPicking, takeOpenPicking } from './open-picking.queries.ts';
import {
  type LockedLine,
  type LockedOrder,
  linesOf,
  lockOrder,
  recordPicking,
} from './order-steps.queries.ts';

/** A picker who pauses for longer starts another entry of the timeline. */
const idleSeconds = 120;

/** Writes one entry about all picks since the last one to the timeline and the audit log. */
export async function closePicking(tx: Tx, order: LockedOrder, idleFor = 0): Promise<void> {
  const picking = await takeOpenPicking(tx, order, idleFor);
  if (!picking) return;
  const lines = await linesOf(tx, order);
  const note = noteOf(picking, order, lines);
  if (note === '') return;
  const { before, by } = picking;
  const after = { total: order.total, bags: order.bags, lines };
  await recordPicking(tx, order, { id: newId(), by, note, before, after });
}

function noteOf({ before }: OpenPicking, { bags }: LockedOrder, lines: readonly LockedLine[]): string {
  const counted = bags !== before.bags && bags !== null && pluralize(bags, 'bag');
  return [pickNote(before.lines, lines), counted].filter(Boolean).join(', ');
}

/** Closes a picking that paused, if there is one. Each has its own transaction, so that several servers can do it at once. */
export async function closeIdlePicking(tx: Tx): Promise<boolean> {
  const orderId = await findIdlePicking(tx, idleSeconds);
  if (orderId) await closePicking(tx, await lockOrder(tx, orderId), idleSeconds);
  return orderId !== undefined;
}
