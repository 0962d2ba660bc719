import { api } from '@aisle/contract/api';
import type { Page } from '@aisle/contract/core/page';
import type { Route } from '@aisle/contract/core/route';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type pg from 'pg';
import type { Call, Got, Sent } from '../http.ts';
import { people } from '../people.ts';

/** The parameters of one request; their form depends on the scenario. */
export type Target = unknown;
export interface Shop {
  client: pg.Client;
  call: Call;
}
/** `counts` have no rows of their own, but can't grow more than lists do; `figures` are cached for some seconds. */
export type Kind = 'list' | 'counts' | 'view' | 'figures' | 'write';
/**
 * Limits for a scenario: the minimum number of requests per second in sequence and with 16 at once, the minimum share of the
 * bare driver's rate, and the maximum milliseconds of a request in sequence.
 */
export interface Bar {
  p50?: number;
  p99?: number;
  alone?: number;
  at16?: number;
  ofBareAt16?: number;
}
export interface Scenario {
  name: string;
  who: keyof typeof people;
  kind: Kind;
  routes: Pick<Route, 'method' | 'path'>[];
  bar?: Bar;
  /** Prepares the wanted number of targets, or fewer if repeating a request doesn't make it faster. */
  prepare(shop: Shop, wanted: number): Promise<Target[]>;
  run(call: Call, target: Target): Promise<unknown>;
  /** Reverts the changes of the scenario; without it, they stay. */
  returnToLots?(client: pg.Client): Promise<unknown>;
}

const isServed = ({ method, path }: Pick<Route, 'method' | 'path'>): boolean =>
  Object.values(api as Record<string, Record<string, Route>>).some((routes) =>
    Object.values(routes).some((route) => route.method === method && route.path === path),
  );
/** The routes of a scenario that the server doesn't have (yet). */
export const missingRoutes = (scenario: Scenario) => scenario.routes.filter((route) => !isServed(route));

export type Prepare = (shop: Shop, wanted: number) => Promise<Sent[]>;
export function asking(
  name: string,
  who: Scenario['who'],
  kind: Scenario['kind'],
  route: Route,
  prepare: Prepare,
): Scenario {
  const mustBeFast = route === orderRoutes.list || route === orderRoutes.view;
  const bar = { at16: 1500, ofBareAt16: 0.4 };
  return {
    name: `${name}, ${who}`,
    who,
    kind,
    routes: [route],
    ...(mustBeFast && { bar }),
    prepare,
    run: (call, target) => call(route, target as Sent),
  };
}
export const listing = (name: string, who: Scenario['who'], route: Route, prepare: Prepare) =>
  asking(name, who, 'list', route, prepare);

export const bodies = (...all: object[]): Sent[] => all.map((body) => ({ body }));
export const always =
  (...all: object[]): Prepare =>
  async () =>
    bodies(...all);

/** Cursors deep in a list, found by skipping there once. */
export const deepIn =
  (route: Route, body: object = {}): Prepare =>
  async ({ call }) => {
    const first = (await call(route, { body })).data as Page<unknown>;
    const deepest = Math.floor(Math.min(first.totalRecords * 0.8, 99_000) / 100);
    const cursors = new Set<string>();
    for (let step = 0; step < 8; step += 1) {
      const page = Math.max(1, deepest - step);
      const { nextCursor } = (await call(route, { body: { ...body, page, limit: 100 } }))
        .data as Page<unknown>;
      if (nextCursor) cursors.add(nextCursor);
    }
    if (cursors.size === 0) throw new Error('This list gives no cursor to go on with');
    return [...cursors].map((cursor) => ({ body: { ...body, cursor } }));
  };

/** Names of customers of orders that the actor can see. */
export const byName =
  (part: 'last' | 'full'): Prepare =>
  async ({ client }) => {
    const { rows } = await client.query<{ first_name: string; last_name: string }>(
      `SELECT c.first_name, c.last_name FROM customers c JOIN customer_locations cl ON cl.customer_id = c.id
       WHERE cl.location_id = (SELECT location_id FROM user_locations WHERE user_id = $1) ORDER BY c.id LIMIT 40`,
      [people.owner.userId],
    );
    return bodies(
      ...rows.map((row) => ({
        search: part === 'last' ? row.last_name : `${row.first_name} ${row.last_name}`,
      })),
    );
  };

/** The number of rows per page if the request contains none. */
const defaultRows = 25;

/** The number of statements of a list for few and for many rows. If it grows, there is one query per row. */
export async function statementsByRows(scenario: Scenario, call: Call, target: Target) {
  const noted: Got[] = [];
  for (const limit of [5, 100]) {
    await scenario.run(async (route, sent) => {
      const body = sent?.body as { page?: number } | undefined;
      // Starts at the same row, beyond the last one that a list counts.
      const page = body?.page && Math.ceil((body.page * defaultRows) / limit);
      const got = await call(route, { ...sent, body: { ...body, limit, ...(page && { page }) } });
      noted.push(got);
      return got;
    }, target);
  }
  return { few: noted[0]!.statements, many: noted[1]!.statements };
}
