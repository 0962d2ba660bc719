import { lineAmount } from '@aisle/contract/core/money';
import { addQuantities, quantityProblem } from '@aisle/contract/core/quantity';
import { maxMinutesAhead, SaleSyncRow } from '@aisle/contract/warehouse/sync';
import { newId } from '../../../core/ids.ts';
import { maxRemovable } from '../../inventory/adjustment.ts';
import { levelKey, StockPosting } from '../../inventory/stock-posting.ts';
import {
  type Entry,
  isAhead,
  isOpen,
  refuse,
  refuseField,
  refuseMissing,
  refuseRepeated,
  type Sync,
} from '../entries.ts';
import { findItems, findLocations } from '../items.queries.ts';
import { itemField, locationField } from '../places.ts';
import type { SyncKind } from '../sync-call.ts';
import { claimSales, earlierSales, insertSaleLines, markSales, pricesAt } from './sales.queries.ts';
import { momentKey, movedSince, openCountNotices } from './stock.queries.ts';
import { notLater } from './sync-stock.ts';

/** The days for which late sales are accepted, because each day is counted in reports. */
const maxDaysLate = 366;

/** The lines of one item in a sale, added up. */
interface SoldItem {
  subProductId: string;
  locationId: string;
  /** The first of its lines. */
  line: number;
  quantity: number;
  /** The sum of the lines that have an amount, and the quantity of those that don't. */
  amount: number;
  unpriced: number;
}
interface Sale {
  entry: Entry<SaleSyncRow>;
  id: string;
  locationId: string;
  soldAt: string;
  items: SoldItem[];
}

/** Takes sales at the counter from stock. A sale is accepted with all its lines or refused. */
export const saleSync: SyncKind<SaleSyncRow> = {
  name: 'sales',
  row: SaleSyncRow,
  async write(sync, entries) {
    const { tx, actor } = sync;
    refuseWrongTimes(entries);
    refuseRepeated(entries, ({ saleId }) => saleId);
    const sales = await claim(sync, await readSales(sync, entries));
    // In the order of the sales, so that the same sales leave the same items short.
    sales.sort((a, b) => (a.soldAt < b.soldAt || (a.soldAt === b.soldAt && a.id < b.id) ? -1 : 1));
    const items = sales.flatMap(({ items }) => items);
    const posting = await StockPosting.lock(tx, actor, items);
    const since = await movedSince(
      tx,
      sales.flatMap(({ items, soldAt }) => items.map((item) => ({ ...item, at: soldAt }))),
    );
    const prices = await pricesAt(
      tx,
      items.filter(({ unpriced }) => unpriced > 0),
    );
    const priceOf = new Map(prices.map((one) => [levelKey(one), one.price]));
    const lines = sales.flatMap((sale) =>
      sale.items.map(({ line, unpriced, amount, ...item }) => {
        // A later count already misses what was sold.
        const isCounted = since.get(momentKey(item, sale.soldAt))?.isCounted ?? false;
        const short = isCounted ? 0 : take(posting, sale, item);
        const rest = unpriced > 0 ? lineAmount(priceOf.get(levelKey(item))!, unpriced) : 0;
        return { ...item, saleId: sale.id, line, short, amount: amount + rest };
      }),
    );
    await posting.post(tx);
    await insertSaleLines(
      tx,
      lines.map(({ line: _, ...rest }) => rest),
    );
    await markSales(tx, sales);
    const short = lines.filter((one) => one.short > 0);
    await openCountNotices(
      tx,
      short.sort((a, b) => (levelKey(a) < levelKey(b) ? -1 : 1)),
    );
    const shortOf = Map.groupBy(short, ({ saleId }) => saleId);
    for (const { entry, id, locationId } of sales) {
      const shortLines = shortOf.get(id)?.map((one) => ({ line: one.line, short: one.short }));
      entry.outcome = { state: 'created', _id: id, locationId, ...(shortLines && { shortLines }) };
    }
  },
};

function refuseWrongTimes(entries: readonly Entry<SaleSyncRow>[]): void {
  for (const entry of entries) {
    const { at } = entry.row;
    if (isAhead(at, maxMinutesAhead)) {
      refuseField(entry, 'at', `Must not be more than ${maxMinutesAhead} minutes ahead`);
    } else if (Date.parse(at) < Date.now() - maxDaysLate * 86_400_000) {
      refuseField(entry, 'at', `Must be within the last ${maxDaysLate} days`);
    }
  }
}

async function readSales({ tx, connection }: Sync, entries: readonly Entry<SaleSyncRow>[]): Promise<Sale[]> {
  const open = entries.filter(isOpen);
  const itemOf = await findItems(
    tx,
    connection.id,
    open.flatMap(({ row }) => row.lines),
  );
  const locationOf = await findLocations(
    tx,
    open.map(({ row }) => row),
  );
  return open.flatMap((entry) => {
    const { row } = entry;
    const locationId = locationOf(row);
    if (locationId === undefined) {
      refuseMissing(entry, locationField(row), 'No location has this ID or code');
      return [];
    }
    const items = new Map<string, SoldItem>();
    for (const [line, sold] of row.lines.entries()) {
      const found = itemOf(sold)?.item;
      const problem = found && quantityProblem(found, sold.quantity);
      if (!found) refuseMissing(entry, `lines.${line}.${itemField(sold)}`, 'No item has this ID or code');
      else if (problem) refuseField(entry, `lines.${line}.quantity`, problem);
      if (!isOpen(entry)) return [];
      const known = items.get(found!.id);
      items.set(found!.id, {
        subProductId: found!.id,
        locationId,
        line: known?.line ?? line,
        quantity: addQuantities(known?.quantity ?? 0, sold.quantity),
        amount: (known?.amount ?? 0) + (sold.amount ?? 0),
        unpriced: addQuantities(known?.unpriced ?? 0, sold.amount === undefined ? sold.quantity : 0),
      });
    }
    return [{ entry, id: newId(), locationId, soldAt: notLater(row.at), items: [...items.values()] }];
  });
}

/** The sales that no earlier call added. The others are the same, with what wasn't in stock. */
async function claim({ tx, connection }: Sync, sales: readonly Sale[]): Promise<Sale[]> {
  const claimed = await claimSales(
    tx,
    connection.sourceId,
    sales.map(({ entry, ...sale }) => ({ ...sale, externalId: entry.row.saleId })),
  );
  const known = sales.filter(({ id }) => !claimed.has(id));
  const earlier = await earlierSales(
    tx,
    connection.sourceId,
    known.map(({ entry }) => entry.row.saleId),
  );
  for (const { entry, items } of known) {
    const sale = earlier.get(entry.row.saleId);
    if (!sale) {
      const message = 'Another location has a sale with this ID';
      refuse(entry, 'duplicate', { message, fields: [{ path: 'saleId', message }] });
      continue;
    }
    const lineOf = new Map(items.map(({ subProductId, line }) => [subProductId, line]));
    const shortLines = sale.short.flatMap(({ subProductId, short }) => {
      const line = lineOf.get(subProductId);
      return line === undefined ? [] : [{ line, short }];
    });
    entry.outcome = { state: 'same', _id: sale.id, ...(shortLines.length > 0 && { shortLines }) };
  }
  return sales.filter(({ id }) => claimed.has(id));
}

/** Takes at most the quantity that isn't reserved, and returns the rest. */
function take(
  posting: StockPosting,
  { id, soldAt }: Sale,
  item: Omit<SoldItem, 'line' | 'amount' | 'unpriced'>,
) {
  const level = posting.levelOf(item);
  const quantity = Math.min(item.quantity, level ? maxRemovable(level) : 0);
  const { locationId, subProductId } = item;
  const cause = { locationId, subProductId, kind: 'sold', causeKind: 'counterSale', causeId: id } as const;
  if (quantity > 0) posting.take({ ...cause, happenedAt: soldAt }, quantity);
  return addQuantities(item.quantity, -quantity);
}
