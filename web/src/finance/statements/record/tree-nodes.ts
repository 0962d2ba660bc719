import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { ledgerAccountWords } from '@aisle/contract/finance/account-labels';
import type { StatementEntry, StatementTree } from '@aisle/contract/finance/statements';
import type { TreeNode } from '../../../ui/tree/tree.ts';
import { rateText } from '../../../ui/values/rate-text.ts';
import { whenText } from '../../../ui/values/when.ts';
import { partWords } from '../statement-labels.ts';

type Order = NonNullable<StatementTree['orders']>['records'][number];
type Day = NonNullable<StatementTree['days']>[number];
type Line = NonNullable<StatementTree['lines']>[number];

/** One level of the tree that is wanted: the days, a page of a day's orders, or what an order consists of. */
export type Level =
  | { kind: 'days' }
  | { kind: 'orders'; day: string; page: number }
  | { kind: 'entries'; day: string; orderId: string };

/** What has no order, such as an adjustment, has this in its place. */
const noOrder = 'none';

export const dayNode = (day: string): string => `day ${day}`;
const orderNode = (day: string, orderId: string | null): string => `order ${day} ${orderId ?? noOrder}`;
const moreNode = (day: string, page: number): string => `more ${day} ${page}`;

/** The level that opens below a node, or that a node represents. */
export function levelOf({ id }: Pick<TreeNode, 'id'>): Level | undefined {
  const [kind, day, rest] = id.split(' ');
  if (kind === 'day' && day) return { kind: 'orders', day, page: 1 };
  if (kind === 'more' && day) return { kind: 'orders', day, page: Number(rest) };
  if (kind === 'order' && day && rest) return { kind: 'entries', day, orderId: rest };
  return undefined;
}

/** The order that a node is about, if it is one. */
export function orderOf({ id }: Pick<TreeNode, 'id'>): string | undefined {
  const level = levelOf({ id });
  return level?.kind === 'entries' && level.orderId !== noOrder ? level.orderId : undefined;
}

export const keyOfLevel = (level: Level): string => JSON.stringify(level);
export type Loaded = (level: Level) => StatementTree | undefined;

/** What is loaded of a statement, as nodes. */
export function statementNodes(loaded: Loaded, timeZone: string): TreeNode[] {
  return (loaded({ kind: 'days' })?.days ?? []).map((day) => dayToNode(day, loaded, timeZone));
}

function dayToNode({ day, orders, total }: Day, loaded: Loaded, timeZone: string): TreeNode {
  return {
    id: dayNode(day),
    label: formatDay(day),
    note: pluralize(orders, 'order'),
    figure: formatMoney(total),
    isBranch: true,
    children: orderNodes(day, loaded, timeZone),
  };
}

/** The orders of all pages that are there, and a node for the next page. */
function orderNodes(day: string, loaded: Loaded, timeZone: string): TreeNode[] {
  const nodes: TreeNode[] = [];
  let total = 0;
  for (let page = 1; ; page += 1) {
    const orders = loaded({ kind: 'orders', day, page })?.orders;
    if (!orders) {
      const isMore = page > 1 && nodes.length < total;
      return isMore ? [...nodes, { id: moreNode(day, page), label: 'Loading…', isMore: true }] : nodes;
    }
    total = orders.totalRecords;
    nodes.push(...orders.records.map((order) => orderToNode(day, order, loaded, timeZone)));
    if (orders.records.length === 0) return nodes;
  }
}

function orderToNode(day: string, order: Order, loaded: Loaded, timeZone: string): TreeNode {
  const { orderId, orderNumber, customerName, total } = order;
  const content = loaded({ kind: 'entries', day, orderId: orderId ?? noOrder });
  const id = orderNode(day, orderId);
  return {
    id,
    label: orderNumber ?? 'Adjustments',
    ...(customerName && { note: customerName }),
    figure: formatMoney(total),
    isBranch: true,
    children: [
      ...(content?.lines ?? []).map((line) => lineToNode(id, line)),
      ...(content?.entries ?? []).map((entry, at) => entryToNode(`${id} entry ${at}`, entry, timeZone)),
    ],
  };
}

/** What was sold: it explains the entries below it and has no amount that is added up. */
function lineToNode(orderId: string, line: Line): TreeNode {
  const { lineId, name, quantity, unitPrice, goods, tax, commission, commissionRate } = line;
  const words = [
    `${formatQuantity(quantity, countedIn(line))} × ${formatMoney(unitPrice)}`,
    `goods ${formatMoney(goods)}`,
    tax !== 0 && `tax ${formatMoney(tax)}`,
    `commission ${formatMoney(commission)} (${rateText(commissionRate)})`,
  ];
  return { id: `${orderId} line ${lineId}`, label: name, note: words.filter(Boolean).join(' · ') };
}

function entryToNode(id: string, entry: StatementEntry, timeZone: string): TreeNode {
  const { account, cause, postedAt, amount, section } = entry;
  const words = ledgerAccountWords as Readonly<Record<string, { label: string }>>;
  return {
    id,
    label: partWords(section).label,
    note: [cause, words[account]?.label ?? account, whenText(postedAt, { timeZone })]
      .filter(Boolean)
      .join(' · '),
    figure: formatMoney(amount),
  };
}
