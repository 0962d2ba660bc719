import { apiScopes, type Route } from '@aisle/contract/core/route';
import { allPermissions } from '@aisle/contract/permissions';
import { expect, test } from 'vitest';
import { addStorefront } from './order-builders.ts';
import { RandomRequests } from './random-requests.ts';
import { type Got, type LooselySent, openShop } from './shop.ts';
import { addWorld } from './simulated-events/world.ts';

// Sends almost valid requests of every kind; none can cause an internal error. `npm run test:fuzz` sends 250,000.

const wanted = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Guesses of one account's password wait for each other, so many more requests than connections run at once. */
const concurrency = 24;

const shop = await openShop({ cardGateway: 'simulated', logLevel: 'silent' }, { isLarge: true });
const world = await addWorld(shop, await shop.signIn(), 2, 20);

type Send = (route: Route, sent: LooselySent) => Promise<Got<unknown>>;
/** The actors: users with all permissions, everywhere or at one location, and a program. */
const callers = {
  administrator: async (): Promise<Send> => (await shop.signIn()).send,
  clerk: async (): Promise<Send> => {
    const [location] = world.locations;
    return (await shop.signIn({ locations: [location!], permissions: [...allPermissions] })).send;
  },
  program: async (): Promise<Send> => {
    const headers = await addStorefront(shop, apiScopes);
    return (route, sent) => shop.anonymous.send(route, { ...sent, headers });
  },
};
type Caller = keyof typeof callers;
const callerOf = ({ apiScope }: Route, count: number): Caller => {
  if (apiScope && count % 2 === 0) return 'program';
  return count % 4 === 0 ? 'clerk' : 'administrator';
};

/** A caller signs in again after this many requests, because some need a recently entered password. */
const requestsEach = 500;
function signedIn() {
  const current = new Map<Caller, { send: Promise<Send>; left: number }>();
  return {
    get: (who: Caller): Promise<Send> => {
      let one = current.get(who);
      if (!one || one.left === 0) {
        one = { send: callers[who](), left: requestsEach };
        current.set(who, one);
      }
      one.left -= 1;
      return one.send;
    },
    forget: (who: Caller) => current.delete(who),
  };
}

/** Sums of prices at the limit exceed the range that the response declares, which is no failure. */
function unlikely(error: Error): Pick<Got<unknown>, 'status' | 'body'> {
  if (!error.message.includes('answers what it does not declare')) throw error;
  return { status: 200, body: { status: true, message: '' } };
}

test(
  `${wanted} random requests over the contract (seed ${seed}) are answered without a failure`,
  async () => {
    const random = new RandomRequests(seed);
    const people = signedIn();
    const failed: string[] = [];
    const counts = new Map<number, number>();
    const succeeded = new Set<string>();
    let left = wanted;

    const worker = async () => {
      while (left > 0 && failed.length < 20) {
        left -= 1;
        const { resource, name, route, sent } = random.next();
        const who = callerOf(route, left);
        const { status, body } = await (await people.get(who))(route, sent).catch(unlikely);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (status === 401) people.forget(who);
        else if (status === 200) {
          succeeded.add(name);
          random.learn(resource, body.data);
        }
        if (status >= 500) failed.push(`${who}: ${name} ${status} ${JSON.stringify(sent).slice(0, 2000)}`);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));

    console.log(
      `${wanted} requests, FUZZ_SEED=${seed}, ${succeeded.size} operations succeeded at least once: ${summaryOf(counts)}`,
    );
    expect(failed).toEqual([]);
    // Fewer successes would mean that hardly any request reached the database.
    expect(counts.get(200) ?? 0).toBeGreaterThan(wanted / 20);
  },
  60_000 + wanted * 30,
);

const summaryOf = (counts: Map<number, number>): string =>
  [...counts]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status} ×${count}`)
    .join(', ');
