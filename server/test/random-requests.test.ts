import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorld } from './happenings/world.ts';
import { RandomRequests } from './random-requests.ts';
import { type Got, openShop, type Person, type Shop } from './shop.ts';

// Requests that almost fit, of every kind there is: none may fail the server. `npm run test:fuzz` sends 250,000.

const wanted = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const atOnce = 8;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ cardGateway: 'simulated', logLevel: 'silent' });
  await addWorld(shop, await shop.signIn(), 2, 20);
});
afterAll(() => shop.close());

/** Somebody who may do everything, anew whenever a request has ended their session or taken their rights. */
function administrator() {
  let current: Promise<Person> | undefined;
  return {
    get: () => (current ??= shop.signIn()),
    replace: () => {
      current = undefined;
    },
  };
}

/** Sums of prices at the limit are beyond what an answer declares, which is no failure. */
function unlikely(error: Error): Pick<Got<unknown>, 'status' | 'body'> {
  if (!error.message.includes('answers what it does not declare')) throw error;
  return { status: 200, body: { status: true, message: '' } };
}

test(
  `${wanted} random requests over the contract (seed ${seed}) are answered without a failure`,
  async () => {
    const random = new RandomRequests(seed);
    const admin = administrator();
    const failed: string[] = [];
    const counts = new Map<number, number>();
    let left = wanted;

    const worker = async () => {
      while (left > 0 && failed.length < 20) {
        left -= 1;
        const { name, route, sent } = random.next();
        const { status, body } = await (await admin.get()).send(route, sent).catch(unlikely);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (status === 401) admin.replace();
        else if (status === 200) random.learn(body.data);
        if (status >= 500) failed.push(`${name} ${status} ${JSON.stringify(sent).slice(0, 2000)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));

    expect(failed).toEqual([]);
    // Else it has tried nothing that comes as far as the database.
    expect(counts.get(200) ?? 0).toBeGreaterThan(wanted / 20);
  },
  60_000 + wanted * 20,
);
