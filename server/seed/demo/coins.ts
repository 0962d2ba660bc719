import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import { randomFor } from '../data/random.ts';
import { idAt } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import { openCoinLots, withoutTriggers } from './load.ts';
import type { Staff } from './people.ts';

/** Coins earned by a delivered order. */
export interface EarnedCoins {
  customerId: string;
  orderId: string;
  locationId: string;
  coins: number;
  worth: number;
  at: number;
}

const day = 86_400_000;
/** So short that some coins expire this week. */
export const coinExpiryDays = 60;
const ownBooks = '00000000-0000-0000-0000-000000000000';
const reasons = [
  ['Late delivery', 100, 'Called on the phone, was fine with coins.'],
  ['Item was missing', 150, null],
  ['Birthday', 50, null],
  ['Wrong substitution', 75, 'Asked not to substitute dairy again.'],
  ['Entered twice', -25, null],
] as const;
const adjusted = 60;

interface Adjustment {
  id: string;
  customerId: string;
  coins: number;
  /** In cents; negative if coins are removed. */
  worth: number;
  reason: string;
  note: string | null;
  staffId: string;
  at: number;
}
interface World {
  earned: readonly EarnedCoins[];
  staff: readonly Staff[];
  now: number;
}

/** Coins that customers earned and that staff added, in chronological order. */
export async function addCoins(tx: Tx, { earned, staff, now }: World): Promise<void> {
  const adjustments = adjustmentsOf(earned, staff, now);
  const entries = [...earned.map(earnedRow), ...adjustments.map((one) => adjustedRow(one, staff))];
  entries.sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
  // Removed coins leave certain lots, which the trigger decides. It takes too long for all customers.
  const spenders = new Set(entries.filter(({ coins }) => coins < 0).map(({ customer_id }) => customer_id));
  const isSpender = ({ customer_id }: { customer_id: string }) => spenders.has(customer_id);
  const simple = withBalances(entries.filter((entry) => !isSpender(entry)));
  await withoutTriggers(tx, ['coin_entries', 'coin_lots'], async () => {
    await insertRows(tx, 'coin_entries', simple);
    await openCoinLots(tx);
  });
  await insertRows(tx, 'coin_entries', entries.filter(isSpender));
  const words = adjustments.map(({ customerId, id, reason, note }) => ({
    customer_id: customerId,
    entry_id: id,
    reason,
    note,
  }));
  await insertRows(tx, 'coin_adjustments', words);
  await postAdjustments(tx, adjustments);
  // Customers whose coins expire this week have got the email about it.
  await sql`UPDATE coin_lots SET warned_at = now() WHERE expires_at < now() + interval '8 days'`.execute(tx);
}

/** One adjustment each for some customers, after their first order. */
function adjustmentsOf(earned: readonly EarnedCoins[], staff: readonly Staff[], now: number): Adjustment[] {
  const dice = randomFor('coins');
  const latestFirst = earned.toSorted((one, other) => other.at - one.at);
  const firstOrders = new Map(latestFirst.map((one) => [one.customerId, one]));
  const clerks = staff.filter(({ role }) => role !== 'finance');
  return [...firstOrders.values()].slice(0, adjusted).map((first, index) => {
    const usual = reasons[index % reasons.length]!;
    const [reason, coins, note] = first.coins + usual[1] >= 0 ? usual : reasons[0];
    const at = Math.min(first.at + dice.int(1, 72) * 3_600_000, now - 60_000);
    const worth = coins * Math.round(first.worth / first.coins);
    const staffId = clerks[dice.int(0, clerks.length - 1)]!.id;
    return { id: idAt(at), customerId: first.customerId, coins, worth, reason, note, staffId, at };
  });
}

/** The common fields of both kinds of entries. New coins get a lot with their value. */
const row = (coins: number, worth: number, at: number) => ({
  coins,
  worth: Math.max(0, worth),
  expires_at: coins > 0 ? new Date(at + coinExpiryDays * day) : null,
  created_at: new Date(at),
});

/** Numbers the entries and adds the balance of the customer after each. */
function withBalances<Entry extends { customer_id: string; coins: number }>(entries: readonly Entry[]) {
  const balances = new Map<string, number>();
  return entries.map((entry, index) => {
    const balance = (balances.get(entry.customer_id) ?? 0) + entry.coins;
    balances.set(entry.customer_id, balance);
    return { ...entry, balance_after: balance, position: index + 1 };
  });
}

const earnedRow = ({ customerId, orderId, locationId, coins, worth, at }: EarnedCoins) => ({
  customer_id: customerId,
  id: idAt(at),
  kind: 'earned',
  cause_id: orderId,
  order_id: orderId as string | null,
  location_id: locationId,
  user_id: null as string | null,
  user_name: null as string | null,
  balance_after: 0,
  position: 0,
  ...row(coins, worth, at),
});
const adjustedRow = ({ id, customerId, coins, worth, staffId, at }: Adjustment, staff: readonly Staff[]) => ({
  customer_id: customerId,
  id,
  kind: 'adjusted',
  cause_id: id,
  order_id: null,
  location_id: ownBooks,
  user_id: staffId,
  user_name: staff.find((person) => person.id === staffId)!.name,
  balance_after: 0,
  position: 0,
  ...row(coins, worth, at),
});

async function postAdjustments(tx: Tx, adjustments: readonly Adjustment[]): Promise<void> {
  const journals = adjustments.map(({ id, staffId, at }) => ({
    location_id: ownBooks,
    id: idAt(at),
    kind: 'coinAdjustment',
    cause_id: id,
    user_id: staffId,
    posted_at: new Date(at),
  }));
  await insertRows(tx, 'journals', journals);
  await insertRows(
    tx,
    'ledger_entries',
    adjustments.flatMap(({ worth, at }, index) =>
      [
        { position: 1, account: 'coinsLiability', amount: -worth },
        { position: 2, account: 'discounts', amount: worth },
      ].map((entry) => ({
        location_id: ownBooks,
        journal_id: journals[index]!.id,
        part: 'adjustment',
        posted_at: new Date(at),
        ...entry,
      })),
    ),
  );
}
