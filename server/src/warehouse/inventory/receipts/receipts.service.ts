import { type FieldError, fieldErrors } from '@aisle/contract/core/envelope';
import type { Lot } from '@aisle/contract/warehouse/lots';
import {
  type BulkReceiptInput,
  type BulkReceiptResult,
  type ReceiptInput,
  ReceiptRow,
} from '@aisle/contract/warehouse/receipts';
import { recordChange } from '../../../core/changes/record-change.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { wrongField } from '../../../core/problem.ts';
import { moveStock } from '../../../ledgers/stock/stock.ts';
import { findVendors, getLot, insertLots, type NewLot, type Receipt } from '../lots.queries.ts';
import { mustReach, nameOf, reportMissingReferences, subProductsNamed, vendorsNamed } from '../naming.ts';

export async function receive(tx: Tx, actor: Actor, input: ReceiptInput): Promise<Lot> {
  const { locationId, vendorId, expectedOn, ...row } = input;
  await mustReach(tx, locationId);
  const lot = { ...row, id: newId() };
  await postReceipt(tx, actor, { locationId, vendorId, expectedOn }, [lot]);
  const received = await getLot(tx, lot.id);
  await recordChange(tx, actor, {
    action: 'receive',
    resource: 'inventory',
    recordId: lot.id,
    locationId,
    after: received,
  });
  return received;
}

async function postReceipt(tx: Tx, actor: Actor, receipt: Receipt, lots: readonly NewLot[]): Promise<void> {
  const { locationId } = receipt;
  await reportMissingReferences(insertLots(tx, receipt, actor.userId, lots));
  const causeId = newId();
  await moveStock(
    tx,
    lots.map(({ id, subProductId, quantity }) => ({
      locationId,
      subProductId,
      lotId: id,
      kind: 'receipt',
      onHand: quantity,
      causeKind: 'receipt',
      causeId,
      userId: actor.userId,
    })),
  );
}

/** Posts the valid rows of a bulk receipt, or only checks them. Returns rejected rows with a reason. */
export async function receiveBulk(
  tx: Tx,
  actor: Actor,
  { locationId, vendorId, expectedOn, rows, dryRun = false }: BulkReceiptInput,
): Promise<BulkReceiptResult> {
  await mustReach(tx, locationId);
  // Checked here, so that a dry run reports the same errors as posting.
  if (vendorId && (await findVendors(tx, { ids: [vendorId], names: [] })).length === 0) {
    throw wrongField('vendorId', 'Vendor was not found');
  }
  const { lots, rejected } = await checkRows(tx, rows);
  if (!dryRun && lots.length > 0) {
    await postReceipt(tx, actor, { locationId, vendorId, expectedOn }, lots);
    await recordChange(tx, actor, {
      action: 'receive',
      resource: 'inventory',
      recordId: locationId,
      locationId,
      after: { accepted: lots.length, rejected: rejected.length, vendorId },
    });
  }
  return { accepted: lots.length, rejected, dryRun };
}

type Named = { index: number; row: ReceiptRow };
async function checkRows(tx: Tx, rows: readonly unknown[]) {
  const rejected: BulkReceiptResult['rejected'] = [];
  const readable: Named[] = [];
  rows.forEach((row, index) => {
    const parsed = ReceiptRow.safeParse(row);
    if (parsed.success) readable.push({ index, row: parsed.data });
    else rejected.push(refused(index, fieldErrors(parsed.error)));
  });

  const idOf = await subProductsNamed(
    tx,
    readable.map(({ row }) => row),
  );
  const vendorOf = await vendorsNamed(
    tx,
    readable.map(({ row }) => row),
  );
  const lots: NewLot[] = [];
  for (const { index, row } of readable) {
    const subProductId = idOf(row);
    const vendorId = vendorOf(row);
    const fields: FieldError[] = [];
    if (!subProductId) fields.push({ path: codeOf(row), message: `No sub-product has ${nameOf(row)}` });
    if (vendorId === undefined) {
      fields.push({
        path: row.vendor ? 'vendor' : 'vendorId',
        message: `There is no vendor ${row.vendor || row.vendorId}`,
      });
    }
    if (subProductId && vendorId !== undefined) {
      lots.push({ ...row, id: newId(), subProductId, vendorId });
    } else rejected.push({ row: index + 1, reason: fields.map(({ message }) => message).join('; '), fields });
  }
  return { lots, rejected: rejected.sort((a, b) => a.row - b.row) };
}

const codeOf = ({ sku, barcode }: ReceiptRow) =>
  sku !== undefined ? 'sku' : barcode !== undefined ? 'barcode' : 'subProductId';
const refused = (index: number, fields: FieldError[]): BulkReceiptResult['rejected'][number] => ({
  row: index + 1,
  reason: inWords(fields),
  fields,
});
const inWords = (errors: FieldError[]) =>
  errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
