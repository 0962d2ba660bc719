import { ApiProblem, invalidParameter } from './errors.ts';
import type { Params } from './form.ts';
import type { Table } from './table.ts';
import type { World } from './world.ts';

export interface Call {
  world: World;
  params: Params;
  /** The connected account in whose name the call is made (`Stripe-Account`), or null for the platform. */
  account: string | null;
}

export interface ApiRoute {
  method: 'DELETE' | 'GET' | 'POST';
  /** `:id` stands for one part of the path. */
  path: string;
  handle: (call: Call, id: string, second: string) => object;
}

const maxLimit = 100;

/** One page of objects, newest first: `limit`, `starting_after`, `ending_before` and `created`. */
export function listPage<T extends { id: string; created?: number }>(
  { params }: Call,
  { rows, url }: { rows: T[]; url: string },
) {
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > maxLimit) throw invalidParameter('limit', 'limit must be between 1 and 100');
  const after = params.text('starting_after');
  const before = params.text('ending_before');
  const matches = createdFilter(params);
  params.end();
  const kept = rows.filter((row) => matches(row.created ?? 0));
  const position = (id: string) => kept.findIndex((row) => row.id === id);
  const end = before ? Math.max(0, position(before)) : kept.length;
  const start = before ? Math.max(0, end - limit) : after ? position(after) + 1 : 0;
  const data = kept.slice(start, Math.min(end, start + limit));
  return { object: 'list' as const, data, has_more: before ? start > 0 : start + limit < kept.length, url };
}

function createdFilter(params: Params): (created: number) => boolean {
  const range = params.child('created');
  const exact = range ? undefined : params.integer('created');
  const [gte, gt, lte, lt] = ['gte', 'gt', 'lte', 'lt'].map((name) => range?.integer(name));
  return (created) =>
    (exact === undefined || created === exact) &&
    (gte === undefined || created >= gte) &&
    (gt === undefined || created > gt) &&
    (lte === undefined || created <= lte) &&
    (lt === undefined || created < lt);
}

/** Replaces IDs by the objects that `expand` names, such as `latest_charge.balance_transaction` or `data.payment_method`. */
export function expand<T extends object>(
  { world, account }: Call,
  { answer, paths }: { answer: T; paths: string[] },
): T {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const expandAt = (target: unknown, names: string[]): void => {
      const [name, ...rest] = names;
      if (name === undefined || typeof target !== 'object' || target === null) return;
      if (Array.isArray(target)) {
        for (const item of target) expandAt(item, names);
        return;
      }
      if (!(name in target)) {
        throw invalidParameter('expand', `This property cannot be expanded (${path}).`);
      }
      const fields: Record<string, unknown> = Object.assign(target);
      const value = fields[name];
      if (typeof value === 'string') fields[name] = structuredClone(world.find(value, account) ?? value);
      expandAt(fields[name], rest);
    };
    expandAt(copy, path.split('.'));
  }
  return copy;
}

/** Checks an optional ID in a parameter. */
export function existing<T extends { id: string; created?: number }>(
  { params }: Call,
  table: Table<T>,
  name: string,
): T | undefined {
  const id = params.text(name);
  return id === undefined ? undefined : table.get(id, name);
}

const maxAmount = 99_999_999;
const minAmount = 50;

export function mustBeChargeable(amount: number, param = 'amount'): void {
  if (amount < 1) {
    throw new ApiProblem('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param,
    });
  }
  if (amount < minAmount) {
    throw new ApiProblem('Amount must be at least $0.50 usd', { code: 'amount_too_small', param });
  }
  if (amount > maxAmount) {
    throw new ApiProblem('Amount must be no more than $999,999.99', { code: 'amount_too_large', param });
  }
}

/** Aisle works in US dollars. */
export function mustBeUsd(currency: string): void {
  if (currency.toLowerCase() !== 'usd') throw invalidParameter('currency', `Invalid currency: ${currency}`);
}

export const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
