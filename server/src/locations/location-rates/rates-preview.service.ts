import type { RatesPreview, RatesProposal } from '@aisle/contract/locations/location-rates';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { mustFind } from '../../core/problem.ts';
import { findRatesLocation } from './location-rates.queries.ts';
import { type LocationRequest, locationIdFor, type Proposed, propose } from './location-rates.service.ts';
import { type CategorySums, lastMonth, type RateShift, sumsAtRates } from './rates-preview.queries.ts';

/** Previews a change on last month's delivered orders; saves nothing. */
export async function previewRates(
  tx: Tx,
  actor: Actor,
  request: LocationRequest,
  proposal: RatesProposal,
): Promise<RatesPreview> {
  const place = mustFind(await findRatesLocation(tx, locationIdFor(actor, request)), 'Location');
  const proposed = await propose(tx, place, proposal);
  const month = await lastMonth(tx, place.today);
  const shifts = shiftsOf(proposed);
  const { _id: locationId, timeZone } = place.location;
  const { orderCount, sums } = await sumsAtRates(tx, { locationId, timeZone }, month, shifts);
  const total = (of: (one: CategorySums) => number) => sums.reduce((sum, one) => sum + of(one), 0);
  return {
    ...month,
    orderCount,
    categories: shiftedOnly(proposed, shifts, sums),
    total: sumsOf({
      goods: total((one) => one.goods),
      taxBefore: total((one) => one.taxBefore),
      taxAfter: total((one) => one.taxAfter),
      commissionBefore: total((one) => one.commissionBefore),
      commissionAfter: total((one) => one.commissionAfter),
    }),
    charged: { tax: total((one) => one.chargedTax), commission: total((one) => one.chargedCommission) },
  };
}

const shiftsOf = ({ before, after, day }: Proposed): RateShift[] =>
  before.rows.map((row) => ({
    categoryId: row._id,
    taxBefore: before.weigh(row, 'tax', day).rate,
    taxAfter: after.weigh(row, 'tax', day).rate,
    commissionBefore: before.weigh(row, 'commission', day).rate,
    commissionAfter: after.weigh(row, 'commission', day).rate,
  }));

function shiftedOnly(
  { before }: Proposed,
  shifts: readonly RateShift[],
  sums: readonly CategorySums[],
): RatesPreview['categories'] {
  const moved = new Set(
    shifts
      .filter((one) => one.taxBefore !== one.taxAfter || one.commissionBefore !== one.commissionAfter)
      .map(({ categoryId }) => categoryId),
  );
  return sums
    .filter(({ categoryId }) => moved.has(categoryId))
    .map((one) => ({
      category: { _id: one.categoryId, name: before.find(one.categoryId)?.name ?? '' },
      lineCount: one.lineCount,
      ...sumsOf(one),
    }))
    .sort((a, b) => Math.abs(b.payoutDifference) - Math.abs(a.payoutDifference) || b.goods - a.goods)
    .slice(0, 1000);
}

/** The location receives item sales and tax, less commission. */
const sumsOf = (
  one: Omit<CategorySums, 'categoryId' | 'lineCount' | 'chargedTax' | 'chargedCommission'>,
) => ({
  goods: one.goods,
  tax: { before: one.taxBefore, after: one.taxAfter },
  commission: { before: one.commissionBefore, after: one.commissionAfter },
  payoutDifference: one.taxAfter - one.taxBefore - (one.commissionAfter - one.commissionBefore),
});
