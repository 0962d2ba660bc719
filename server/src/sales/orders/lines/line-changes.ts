import { itemName } from '@aisle/contract/core/item-name';
import { pluralize } from '@aisle/contract/core/pluralize';
import { addQuantities, formatQuantity, quantityProblem, type Unit } from '@aisle/contract/core/quantity';
import { type OrderLinesEdit, pickBounds, responseTexts } from '@aisle/contract/sales/orders/order-lines';
import type { CancelOrder } from '@aisle/contract/sales/orders/order-steps';
import { priceLine } from '@aisle/contract/sales/orders/pricing';
import { wrongField } from '../../../core/problem.ts';
import type { LockedLine } from '../steps/order-steps.queries.ts';

export type LineEdit = NonNullable<OrderLinesEdit['lines']>[number];

/** The quantity to reserve for a line. */
export const quantityToReserve = (line: Pick<LockedLine, 'quantity' | 'pickedQuantity'>): number =>
  line.pickedQuantity ?? line.quantity;

export const lineOf = (lines: readonly LockedLine[], id: string, path: string): LockedLine => {
  const line = lines.find((one) => one.id === id);
  if (!line) throw wrongField(`${path}.lineId`, 'This item is not on the order');
  return line;
};

export const mustBeCountable = (
  line: { unit: Unit; soldByWeight: boolean },
  quantity: number,
  path: string,
): void => {
  const problem = quantityProblem(line, quantity);
  if (problem) throw wrongField(path, problem);
};

interface LineRules {
  /** The percentage by which a weighed quantity may exceed the ordered one. */
  tolerance: number;
  /** The order's discount. */
  discountPercent: number;
}

/** Applies an edit to a line, and prices it for the picked quantity, or the ordered one before picking. */
export function changeLine(line: LockedLine, edit: LineEdit, rules: LineRules, path: string): LockedLine {
  const { tolerance, discountPercent } = rules;
  const note = edit.note === undefined ? line.note : edit.note || null;
  const answer = edit.answer === undefined ? line.answer : edit.answer;
  const isRefused = edit.answer === 'refused' && line.substituteFor !== null;
  if (edit.substituteId) return substituted(line, { ...edit, note }, rules, path);
  if (edit.quantity === 0 || isRefused) return removedFrom({ ...line, note, answer });
  // A removed line that is ordered again must be picked again.
  const before = line.removed && edit.quantity !== undefined ? null : line.pickedQuantity;
  const quantity = edit.quantity ?? line.quantity;
  const pickedQuantity = edit.pickedQuantity === undefined ? before : edit.pickedQuantity;
  mustBeCountable(line, quantity, `${path}.quantity`);
  if (pickedQuantity !== null) mustBePickable({ ...line, quantity }, pickedQuantity, tolerance, path);
  return {
    ...priceLine(line, pickedQuantity ?? quantity, discountPercent),
    quantity,
    pickedQuantity,
    removed: line.removed && pickedQuantity === 0,
    note,
    answer,
  };
}

/** A removed line stays on the order with a picked quantity of zero, and is no longer a substitute. */
export const removedFrom = (line: LockedLine): LockedLine => ({
  ...priceLine(line, 0, 0),
  pickedQuantity: 0,
  removed: true,
  substituteFor: null,
});

/** A substituted line keeps only its picked quantity. */
function substituted(
  line: LockedLine,
  edit: LineEdit & { note: string | null },
  { tolerance, discountPercent }: LineRules,
  path: string,
): LockedLine {
  if (edit.answer === 'refused') {
    throw wrongField(`${path}.answer`, 'The customer declined this substitute');
  }
  if (edit.quantity === 0)
    throw wrongField(`${path}.quantity`, 'Enter a quantity above 0 with at most 3 decimals');
  const found = edit.pickedQuantity ?? 0;
  mustBePickable(line, found, tolerance, path);
  return { ...priceLine(line, found, discountPercent), pickedQuantity: found, note: edit.note };
}

function mustBePickable(line: LockedLine, picked: number, tolerance: number, path: string): void {
  mustBeCountable(line, picked, `${path}.pickedQuantity`);
  const { most } = pickBounds(line, tolerance);
  if (picked <= most) return;
  throw wrongField(`${path}.pickedQuantity`, `You can pick up to ${formatQuantity(most)} of this item`);
}

const maxNamed = 10;

/** Describes an edit for the timeline. */
export function noteOf(
  before: readonly LockedLine[],
  changed: readonly LockedLine[],
  added: readonly LockedLine[],
): string {
  const was = (line: LockedLine) => before.find((one) => one.id === line.id);
  const replaced = new Set(added.map(({ substituteFor }) => substituteFor));
  const changes = [
    ...changed
      .filter((line) => !replaced.has(line.id) || quantityToReserve(line) > 0)
      .map((line) => `${inWords(line, was(line))}${line.answer === was(line)?.answer ? '' : answered(line)}`),
    ...added.map((line) => {
      const instead =
        changed.find((one) => one.id === line.substituteFor) ??
        before.find((one) => one.id === line.substituteFor);
      const quantity = formatQuantity(line.quantity);
      return instead
        ? `${itemName(line)}: ${quantity} instead of ${itemName(instead)}${answered(line)}`
        : `${itemName(line)}: ${quantity} added`;
    }),
  ];
  if (changes.length <= maxNamed) return changes.join('; ');
  return `${changes.slice(0, maxNamed).join('; ')} and ${changes.length - maxNamed} more`;
}

/** Describes a picking for the timeline: how many lines were picked as ordered, and every other change. */
export function pickNote(before: readonly LockedLine[], after: readonly LockedLine[]): string {
  const was = new Map(before.map((line) => [line.id, line]));
  const added = after.filter((line) => !was.has(line.id) && !line.removed);
  const changed = after.filter((line) => {
    const earlier = was.get(line.id);
    return (
      earlier && (inWords(line, earlier) !== inWords(earlier, earlier) || line.answer !== earlier.answer)
    );
  });
  const complete = changed.filter((line) => isPickedAsOrdered(line) && line.answer === null);
  const others = changed.filter((line) => !complete.includes(line));
  return [
    complete.length > 0 && `${pluralize(complete.length, 'item')} picked`,
    noteOf(before, others, added),
  ]
    .filter(Boolean)
    .join('; ');
}
const isPickedAsOrdered = ({ removed, pickedQuantity, quantity, soldByWeight }: LockedLine): boolean =>
  !removed && pickedQuantity !== null && (soldByWeight ? pickedQuantity > 0 : pickedQuantity >= quantity);

const answered = ({ answer }: LockedLine) => (answer ? ` (${responseTexts[answer]})` : '');
function inWords(line: LockedLine, was: LockedLine | undefined): string {
  const quantity = formatQuantity(line.quantity);
  if (line.removed) return `${itemName(line)}: removed`;
  if (line.pickedQuantity !== null) {
    return `${itemName(line)}: ${formatQuantity(line.pickedQuantity)} of ${quantity} picked`;
  }
  if (was && was.quantity !== line.quantity) {
    return `${itemName(line)}: ${quantity} instead of ${formatQuantity(was.quantity)}`;
  }
  return `${itemName(line)}: ${quantity}`;
}

/** The cancelled lines, reduced by the cancelled quantities. */
export const cancelQuantities = (
  lines: readonly LockedLine[],
  cancelled: NonNullable<CancelOrder['lines']>,
  discountPercent: number,
): LockedLine[] =>
  cancelled.map(({ lineId, quantity }, index) => {
    const line = lineOf(lines, lineId, `lines.${index}`);
    const path = `lines.${index}.quantity`;
    if (cancelled.findIndex((other) => other.lineId === lineId) !== index) {
      throw wrongField(`lines.${index}.lineId`, 'Each item can be listed only once');
    }
    mustBeCountable(line, quantity, path);
    const left = addQuantities(quantityToReserve(line), -quantity);
    if (left < 0) throw wrongField(path, `You can cancel up to ${formatQuantity(quantityToReserve(line))}`);
    if (left === 0) return removedFrom(line);
    return {
      ...priceLine(line, left, discountPercent),
      quantity: left,
      pickedQuantity: line.pickedQuantity === null ? null : left,
    };
  });
