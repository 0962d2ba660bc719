import { formatDay } from '@aisle/contract/core/dates';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { ledgerAccountWords } from '@aisle/contract/finance/account-labels';
import type { StatementEntry, StatementTree, StatementView } from '@aisle/contract/finance/statements';
import type { TreeNode } from '../../../ui/tree/tree.ts';
import { rateText } from '../../../ui/values/rate-text.ts';
import { whenText } from '../../../ui/values/when.ts';
import { partWords } from '../statement-labels.ts';

type Order = NonNullable<StatementTree['orders']>['records'][number];
type Day = NonNullable<StatementTree['days']>[number];
type Line = NonNullable<StatementTree['lines']>[number];

/** A level of the tree: the days, a page of a day's orders, or the lines and entries of an order. */
export type Level =
  | { kind: 'days' }
  | { kind: 'orders'; day: string; page: number }
  | { kind: 'entries'; day: string; orderId: string };

/** Replaces the order id of entries without an order, such as adjustments. */
const noOrder = 'none';

export const dayNode = (day: string): string => `day ${day}`;
const orderNode = (day: string, orderId: string | null): string => `order ${day} ${orderId ?? noOrder}`;
const moreNode = (day: string, page: number): string => `more ${day} ${page}`;

/** The level below a node, or the next page that the node loads. */
export function levelOf({ id }: Pick<TreeNode, 'id'>): Level | undefined {
  const [kind, day, rest] = id.split(' ');
  if (kind === 'day' && day) return { kind: 'orders', day, page: 1 };
  if (kind === 'more' && day) return { kind: 'orders', day, page: Number(rest) };
  if (kind === 'order' && day && rest) return { kind: 'entries', day, orderId: rest };
  return undefined;
}

/** The order of a node, if it has one. */
export function orderOf({ id }: Pick<TreeNode, 'id'>): string | undefined {
  const level = levelOf({ id });
  return level?.kind === 'entries' && level.orderId !== noOrder ? level.orderId : undefined;
}

export const keyOfLevel = (level: Level): string => JSON.stringify(level);
export type Loaded = (level: Level) => StatementTree | undefined;

/** The balance carried in from an earlier statement, above the days. */
export const carriedNode = 'carried';

type TreeStatement = Pick<StatementView, 'timeZone' | 'carriedFrom'>;
/** The loaded part of a statement as tree nodes. */
export function statementNodes(loaded: Loaded, { timeZone, carriedFrom }: TreeStatement): TreeNode[] {
  const { days = [], carriedIn = 0 } = loaded({ kind: 'days' }) ?? {};
  const carried: TreeNode[] =
    carriedIn !== 0 && carriedFrom
      ? [{ id: carriedNode, label: `Carried in from ${carriedFrom.number}`, figure: formatMoney(carriedIn) }]
      : [];
  return [...carried, ...days.map((day) => dayToNode(day, loaded, timeZone))];
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

/** The orders of all loaded pages, and a node for the next page. */
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

/** A sold item. It explains the entries below, so its amounts aren't added up. */
function lineToNode(orderId: string, line: Line): TreeNode {
  const { lineId, quantity, unitPrice, goods, tax, commission, commissionRate } = line;
  const words = [
    `${formatQuantity(quantity, countedIn(line))} × ${formatMoney(unitPrice)}`,
    `goods ${formatMoney(goods)}`,
    tax !== 0 && `tax ${formatMoney(tax)}`,
    `commission ${formatMoney(commission)} (${rateText(commissionRate)})`,
  ];
  return { id: `${orderId} line ${lineId}`, label: itemName(line), note: words.filter(Boolean).join(' · ') };
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
