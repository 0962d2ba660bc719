import type { AuditAction } from '@aisle/contract/audit-sentences';
import { targetsOf } from '@aisle/contract/core/flow';
import { lineAmount } from '@aisle/contract/core/money';
import { formatNumber } from '@aisle/contract/core/numbers';
import { addQuantities } from '@aisle/contract/core/quantity';
import {
  type Transfer,
  type TransferEdit,
  type TransferInput,
  type TransferReceipt,
  type TransferStatus,
  type TransferStep,
  type TransferStepInput,
  transferFlow,
  transferStatusLabels,
} from '@aisle/contract/warehouse/transfers';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { existingIds } from '../../core/db/rows/records.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { announce } from '../../core/live-events.ts';
import {
  impossibleStepText,
  missingAt,
  problem,
  stale,
  stepNotPossible,
  wrongField,
} from '../../core/problem.ts';
import { moveStock, type StockMovement } from '../../ledgers/stock/stock.ts';
import { type ReceivedLine, spreadOver } from './receiving.ts';
import { chooseShares } from './sending.ts';
import {
  eventsOfTransfer,
  insertArrivedLots,
  insertShares,
  type LineShare,
  linesOfTransfer,
  saveReceived,
  sharesOf,
} from './transfer-lines.queries.ts';
import {
  getTransferRow,
  insertEvent,
  insertTransfer,
  type LockedTransfer,
  locationExists,
  lockTransfer,
  replaceLines,
  updateTransfer,
} from './transfers.queries.ts';

type Sides = { fromLocationId: string; toLocationId: string };
const reaches = (actor: Actor, locationId: string) =>
  actor.locations === null || actor.locations.includes(locationId);
const sideOf = (step: TransferStep, sides: Sides) =>
  step.side === 'from' ? sides.fromLocationId : sides.toLocationId;
const stepsFrom = (status: TransferStatus): Partial<Record<TransferStatus, TransferStep>> =>
  transferFlow[status];

export async function viewTransfer(tx: Tx, actor: Actor, id: string): Promise<Transfer> {
  const row = await getTransferRow(tx, id);
  const lines = await linesOfTransfer(tx, id);
  const steps = stepsFrom(row.status);
  const sides = { fromLocationId: row.from._id, toLocationId: row.to._id };
  const cost = lines
    .flatMap((line) => line.lots)
    .reduce((sum, lot) => sum + lineAmount(lot.costPrice ?? 0, lot.quantity), 0);
  return {
    ...row,
    lines,
    cost,
    events: await eventsOfTransfer(tx, id),
    allowed: targetsOf(transferFlow, row.status).filter((to) => {
      const step = steps[to]!;
      return actor.permissions.has(step.by) && reaches(actor, sideOf(step, sides));
    }),
  };
}

/** Creates a transfer to another location, sent immediately or saved as a draft. */
export async function createTransfer(tx: Tx, actor: Actor, input: TransferInput): Promise<Transfer> {
  if (!reaches(actor, input.fromLocationId) || !(await locationExists(tx, input.fromLocationId))) {
    throw missingAt('fromLocationId', 'Location');
  }
  await assertValidTransfer(tx, input);
  const id = newId();
  await insertTransfer(tx, id, input);
  await insertEvent(tx, actor, { transferId: id, from: null, to: 'draft', note: null });
  const transfer = await lockTransfer(tx, id);
  if (input.status === 'inTransit') await send(tx, actor, transfer, null);
  await recordTransfer(tx, actor, transfer, { action: 'create', status: input.status });
  return viewTransfer(tx, actor, id);
}

async function assertValidTransfer(
  tx: Tx,
  input: { toLocationId?: string | undefined; lines?: TransferInput['lines'] | undefined },
) {
  if (input.toLocationId && !(await locationExists(tx, input.toLocationId))) {
    throw missingAt('toLocationId', 'Location');
  }
  if (!input.lines) return;
  const ids = input.lines.map((line) => line.subProductId);
  const known = await existingIds(tx, 'sub_products', ids);
  const missing = ids.findIndex((id) => !known.has(id));
  if (missing >= 0) throw missingAt(`lines.${missing}.subProductId`, 'Sub-product');
  const names = input.lines.map((line) => `${line.subProductId} ${line.lotId ?? ''}`);
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice >= 0) throw wrongField(`lines.${twice}.subProductId`, 'This item is already in the transfer');
}

/** Changes a draft. A transfer that was sent can no longer be edited. */
export async function changeTransfer(
  tx: Tx,
  actor: Actor,
  id: string,
  input: TransferEdit,
): Promise<Transfer> {
  const transfer = await lockTransfer(tx, id);
  if (transfer.version !== input.version) throw stale(await viewTransfer(tx, actor, id));
  if (transfer.status !== 'draft') throw problem('transfers.sent');
  if (input.toLocationId === transfer.fromLocationId) {
    throw wrongField('toLocationId', 'Choose a different location to send to');
  }
  await assertValidTransfer(tx, input);
  if (input.lines) await replaceLines(tx, id, input.lines);
  await updateTransfer(tx, id, {
    ...(input.toLocationId && { to_location_id: input.toLocationId }),
    ...(input.note !== undefined && { note: input.note || null }),
    ...(input.lines && { line_count: input.lines.length }),
    status: 'draft',
  });
  await recordTransfer(tx, actor, transfer, { action: 'edit', status: 'draft' });
  return viewTransfer(tx, actor, id);
}

/** Sends a draft, or cancels a transfer that hasn't been received. */
export async function stepTransfer(
  tx: Tx,
  actor: Actor,
  id: string,
  { status: to, version, note }: TransferStepInput,
): Promise<Transfer> {
  const transfer = await lockTransfer(tx, id);
  await mustAllowStep(tx, actor, transfer, { to, version });
  if (to === 'inTransit') await send(tx, actor, transfer, note || null);
  else await cancel(tx, actor, transfer, note || null);
  await recordTransfer(tx, actor, transfer, { action: 'step', status: to });
  return viewTransfer(tx, actor, id);
}

async function mustAllowStep(
  tx: Tx,
  actor: Actor,
  transfer: LockedTransfer,
  { to, version }: { to: TransferStatus; version: number | undefined },
): Promise<void> {
  const step = stepsFrom(transfer.status)[to];
  if (!step) {
    const allowed = targetsOf(transferFlow, transfer.status);
    const number = formatNumber('transfer', transfer.number);
    const change = { from: transfer.status, to };
    throw stepNotPossible(
      { ...change, allowed },
      impossibleStepText(number, change, transferStatusLabels),
      await viewTransfer(tx, actor, transfer.id),
    );
  }
  if (!reaches(actor, sideOf(step, transfer))) {
    const side = step.side === 'from' ? 'sends' : 'receives';
    throw problem('not-allowed', { reason: `Only the store that ${side} it can do this` });
  }
  if (version !== undefined && version !== transfer.version) {
    throw stale(await viewTransfer(tx, actor, transfer.id));
  }
}

const now = () => new Date().toISOString();
/** The transfer is the cause of each movement. The ledger's unique key on causes prevents posting twice. */
const causedBy = (transfer: LockedTransfer, actor: Actor) =>
  ({ causeKind: 'transfer', causeId: transfer.id, userId: actor.userId }) as const;

async function send(tx: Tx, actor: Actor, transfer: LockedTransfer, note: string | null): Promise<void> {
  const lines = await linesOfTransfer(tx, transfer.id);
  const shares = await chooseShares(tx, transfer.fromLocationId, lines);
  await insertShares(tx, transfer.id, shares);
  await moveStock(
    tx,
    shares.map((share) => ({
      ...causedBy(transfer, actor),
      locationId: transfer.fromLocationId,
      subProductId: share.subProductId,
      lotId: share.lotId,
      kind: 'transferOut',
      onHand: -share.quantity,
    })),
  );
  await updateTransfer(tx, transfer.id, { status: 'inTransit', sent_at: now() });
  await insertEvent(tx, actor, { transferId: transfer.id, from: 'draft', to: 'inTransit', note });
}

/** Cancels a transfer. Items in transit return to their lots. */
async function cancel(tx: Tx, actor: Actor, transfer: LockedTransfer, note: string | null): Promise<void> {
  const shares = transfer.status === 'inTransit' ? await sharesOf(tx, transfer.id) : [];
  await moveStock(
    tx,
    shares.map((share) => ({
      ...causedBy(transfer, actor),
      locationId: transfer.fromLocationId,
      subProductId: share.subProductId,
      lotId: share.lotId,
      kind: 'transferIn',
      onHand: share.quantity,
      note: `${formatNumber('transfer', transfer.number)} was cancelled`,
    })),
  );
  await updateTransfer(tx, transfer.id, { status: 'cancelled', closed_at: now() });
  await insertEvent(tx, actor, { transferId: transfer.id, from: transfer.status, to: 'cancelled', note });
}

/** Receives a transfer. Missing, extra and damaged items are posted at the receiving location. */
export async function receiveTransfer(
  tx: Tx,
  actor: Actor,
  id: string,
  input: TransferReceipt,
): Promise<Transfer> {
  const transfer = await lockTransfer(tx, id);
  await mustAllowStep(tx, actor, transfer, { to: 'received', version: input.version });
  const lines = await linesOfTransfer(tx, id);
  const unknown = input.lines.findIndex(({ lineId }) => !lines.some((line) => line._id === lineId));
  if (unknown >= 0) throw missingAt(`lines.${unknown}.lineId`, 'Line');
  const reported = new Map(input.lines.map((line) => [line.lineId, line]));
  const received = lines.map((line) => ({
    lineId: line._id,
    received: reported.get(line._id)?.received ?? line.quantity,
    damaged: reported.get(line._id)?.damaged ?? 0,
  }));
  const shares = await sharesOf(tx, id);
  const came = received.flatMap((line) =>
    spreadOver(
      shares.filter((share) => share.lineId === line.lineId),
      line,
    ).map((share) => ({ ...share, arrivedLotId: newId() })),
  );
  await insertArrivedLots(
    tx,
    { transferId: id, locationId: transfer.toLocationId, receivedBy: actor.userId },
    came,
  );
  await moveStock(
    tx,
    came.flatMap((share) => arrivalOf(transfer, actor, share)),
  );
  await saveReceived(tx, id, received);
  await updateTransfer(tx, id, {
    status: 'received',
    closed_at: now(),
    has_differences: came.some((share) => share.difference !== 0 || share.damaged > 0),
  });
  await insertEvent(tx, actor, {
    transferId: id,
    from: 'inTransit',
    to: 'received',
    note: input.note || null,
  });
  await recordTransfer(tx, actor, transfer, { action: 'receive', status: 'received' });
  return viewTransfer(tx, actor, id);
}

/** Posts the full quantity sent, then missing, extra and damaged quantities as separate kinds of movements. */
function arrivalOf(
  transfer: LockedTransfer,
  actor: Actor,
  {
    subProductId,
    arrivedLotId,
    quantity,
    difference,
    damaged,
  }: ReceivedLine & { arrivedLotId: string } & LineShare,
): StockMovement[] {
  const number = formatNumber('transfer', transfer.number);
  const here = {
    ...causedBy(transfer, actor),
    locationId: transfer.toLocationId,
    subProductId,
    lotId: arrivedLotId,
  };
  const movements: StockMovement[] = [{ ...here, kind: 'transferIn', onHand: quantity }];
  if (difference !== 0) {
    const note = difference < 0 ? `Short on ${number}` : `More than sent on ${number}`;
    movements.push({ ...here, kind: 'correction', onHand: difference, note });
  }
  if (damaged > 0) {
    movements.push({
      ...here,
      kind: 'damage',
      onHand: addQuantities(-damaged),
      note: `Damaged on ${number}`,
    });
  }
  return movements;
}

/** Records a change at the acting location and announces it at the other one. */
async function recordTransfer(
  tx: Tx,
  actor: Actor,
  transfer: LockedTransfer,
  { action, status }: { action: AuditAction<'transfers'>; status: TransferStatus },
): Promise<void> {
  const { id, fromLocationId, toLocationId } = transfer;
  const [here, there] =
    action === 'receive' ? [toLocationId, fromLocationId] : [fromLocationId, toLocationId];
  await recordChange(tx, actor, {
    action,
    resource: 'transfers',
    recordId: id,
    locationId: here,
    before: { status: transfer.status },
    after: { status, number: formatNumber('transfer', transfer.number), fromLocationId, toLocationId },
  });
  await announce(tx, {
    topic: 'inventory',
    action: status,
    recordId: id,
    locationId: there,
    permission: 'inventory_list',
  });
}
