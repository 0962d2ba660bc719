import type { RateChange, RatesProposal } from '@aisle/contract/locations/location-rates';
import { type RateKind, rateKinds, rateOn } from '@aisle/contract/locations/rate-rules';
import { wrongField } from '../../core/problem.ts';
import type { NewRate, RatesLocation, WrittenRate } from './location-rates.queries.ts';
import { RateTree } from './rate-tree.ts';

/** A proposed change with the rows that it would write. */
export interface AppliedProposal {
  /** The first day on which any rate differs. */
  day: string;
  rows: NewRate[];
  /** The changed rates, to detect conflicts with concurrent changes. */
  touched: { categoryId: string; kind: RateKind }[];
  /** The rates after the change. */
  after: RateTree;
}

interface Span {
  from: string;
  until: string | null;
}
const yearsAhead = 5;
const maxPlanned = 20;

export function applyProposal(
  tree: RateTree,
  written: readonly WrittenRate[],
  place: RatesLocation,
  { from = place.today, until = null, changes = [], withdraw = [] }: RatesProposal,
): AppliedProposal {
  if (changes.length === 0 && withdraw.length === 0) throw wrongField('changes', 'Nothing to change');
  const span = { from, until };
  checkSpan(span, place.today);
  const taken = withdraw.map((position, index) => {
    const found = written.find((rate) => rate.position === position && rate.from > place.today);
    if (!found) throw wrongField(`withdraw.${index}`, "Only a change that hasn't started can be withdrawn");
    return found;
  });
  const rows = new Map<string, NewRate>(taken.map((rate) => [`${rate.position}`, withdrawnRate(rate)]));
  const touched = taken.map(({ categoryId, kind }) => ({ categoryId, kind }));
  for (const [index, change] of changes.entries()) {
    if (!tree.find(change.categoryId)) throw wrongField(`changes.${index}.categoryId`, 'Not found');
    for (const kind of rateKinds) {
      const rate = rateIn(change, kind);
      if (rate === undefined) continue;
      touched.push({ categoryId: change.categoryId, kind });
      for (const row of rowsOf(tree, change, { kind, rate, span })) rows.set(keyOf(row), row);
    }
  }
  const all = [...rows.values()];
  const after = new RateTree(
    tree.rows,
    written.filter(isStored(all)).concat(asWritten(all, place)),
    tree.commissionRate,
  );
  checkPlanned(after, touched, place.today);
  const days = [...(changes.length > 0 ? [from] : []), ...taken.map((rate) => rate.from)].sort();
  return { day: days[0]!, rows: all, touched: [...touched, ...all], after };
}

const keyOf = (row: NewRate) =>
  row.withdraws === null ? `${row.categoryId} ${row.kind}` : `${row.withdraws}`;
const rateIn = (change: RateChange, kind: RateKind) =>
  kind === 'tax' ? change.taxRate : change.commissionRate;
const withdrawnRate = ({ categoryId, kind, from, until, position }: WrittenRate): NewRate => ({
  categoryId,
  kind,
  rate: null,
  from,
  until,
  withdraws: position,
});

function checkSpan({ from, until }: Span, today: string): void {
  if (from < today) throw wrongField('from', "Choose today or later. Past charges can't be changed");
  if (from > `${Number(today.slice(0, 4)) + yearsAhead}${today.slice(4)}`) {
    throw wrongField('from', `Choose a day within ${yearsAhead} years`);
  }
  if (until !== null && until < from)
    throw wrongField('until', "The end date can't be before the start date");
}

/** The rate itself if it changes anything. If applied to children, also ends all rates of subcategories. */
function rowsOf(
  tree: RateTree,
  { categoryId, applyToChildren }: RateChange,
  { kind, rate, span }: { kind: RateKind; rate: number | null; span: Span },
): NewRate[] {
  const own = saysAnew(tree.writtenFor(categoryId, kind), rate, span)
    ? [{ categoryId, kind, rate, ...span, withdraws: null }]
    : [];
  if (!applyToChildren) return own;
  return [
    ...own,
    ...tree.below(categoryId).flatMap(({ _id }) => endingRates(tree.writtenFor(_id, kind), span)),
  ];
}

function saysAnew(written: readonly WrittenRate[], rate: number | null, { from, until }: Span): boolean {
  const held = rateOn(written, from);
  if (rate !== null) return held?.rate !== rate || held.until !== until;
  return written.some((one) => one.rate !== null && overlaps(one, { from, until }));
}

/** Withdraws rates that would start within the span, and ends those already in effect. */
function endingRates(written: readonly WrittenRate[], span: Span): NewRate[] {
  const { from, until } = span;
  const beginning = written.filter((one) => one.from > from && (until === null || one.from <= until));
  const running = written.filter((one) => !beginning.includes(one) && overlaps(one, span));
  const isSilent = running.every(({ rate }) => rate === null);
  const { categoryId, kind } = written[0] ?? {};
  return [
    ...beginning.map(withdrawnRate),
    ...(isSilent || !categoryId || !kind ? [] : [{ categoryId, kind, rate: null, ...span, withdraws: null }]),
  ];
}

const overlaps = (one: Span, { from, until }: Span): boolean =>
  (one.until === null || one.until >= from) && (until === null || one.from <= until);

const isStored =
  (rows: readonly NewRate[]) =>
  ({ position }: WrittenRate): boolean =>
    !rows.some(({ withdraws }) => withdraws === position);

const asWritten = (rows: readonly NewRate[], { version }: RatesLocation): WrittenRate[] =>
  rows.flatMap(({ withdraws, ...row }, index) =>
    withdraws === null ? [{ ...row, position: version + index, by: '' }] : [],
  );

function checkPlanned(tree: RateTree, touched: AppliedProposal['touched'], today: string): void {
  for (const { categoryId, kind } of touched) {
    const planned = tree.writtenFor(categoryId, kind).filter(({ from }) => from > today);
    if (planned.length > maxPlanned) {
      throw wrongField('changes', `A rate can have up to ${maxPlanned} planned changes`);
    }
  }
}
