import { checkCharacter, codeAlphabet } from '@aisle/contract/customers/gift-card-code';
import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import { giftCardContext } from '../../src/core/db/seals/sealed-columns.ts';
import type { Seals } from '../../src/core/db/seals/seals.ts';
import { randomFor } from '../data/random.ts';
import { idAt } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import type { Customer, Staff } from './people.ts';

const day = 86_400_000;
const books = '00000000-0000-0000-0000-000000000000';
const cards = 60;
const amounts = [2500, 2500, 5000, 5000, 5000, 7500, 10_000];
const notes = ['Late delivery', 'Wrong items, very patient', 'Bruised fruit twice', null];

interface World {
  customers: readonly Customer[];
  staff: readonly Staff[];
  seals: Seals;
  now: number;
}
interface Posting {
  kind: 'giftCard' | 'creditAdjustment';
  causeId: string;
  at: number;
  debit: string;
  credit: string;
  part: string;
  amount: number;
}

/**
 * Gift cards, sold and given away, some of them redeemed, and store credit of customers after bad deliveries. Triggers keep the
 * balances, so entries are inserted in the sequence of time.
 */
export async function addGiftCards(tx: Tx, { customers, staff, seals, now }: World): Promise<void> {
  const dice = randomFor('gift cards');
  const clerk = staff.find(({ role }) => role === 'support') ?? staff[0]!;
  const by = { user_id: clerk.id, user_name: clerk.name };
  const postings: Posting[] = [];
  const issued = Array.from({ length: cards }, (_, index) => {
    const at = now - (cards - index) * 0.9 * day - dice.next() * day;
    const isSold = index % 5 !== 4;
    const body = Array.from({ length: 16 }, () => dice.pick([...codeAlphabet])).join('');
    const code = body + checkCharacter(body);
    const id = idAt(at);
    const card = {
      id,
      kind: isSold ? 'sold' : 'promotional',
      amount: isSold ? amounts[index % amounts.length]! : 1000,
      code_hash: `\\x${seals.sign(code, 'gift-card').toString('hex')}`,
      last4: code.slice(12, 16),
      recipient_name: index % 3 === 0 ? customers[(index * 7) % customers.length]!.name : null,
      delivered_at: new Date(at) as Date | null,
      expires_on: isSold ? null : new Date(at + 120 * day).toISOString().slice(0, 10),
      state: index % 23 === 11 ? 'frozen' : 'active',
      payment_method: isSold ? (index % 2 === 0 ? 'cash' : 'terminal') : null,
      payment_reference: isSold && index % 2 === 1 ? `T-${4100 + index}` : null,
      ...by,
      balance: 0,
      version: 1,
      created_at: new Date(at),
      updated_at: new Date(at),
      ...giftOf(cards - index, { at, customer: customers[(index * 7) % customers.length]!, now }),
    };
    const sealed = () => `\\x${seals.seal(code, giftCardContext(id)).toString('hex')}`;
    return { at, card: { ...card, sealed_code: card.delivered_at ? null : sealed() } };
  });
  const entries = issued.map(({ at, card }) => {
    const id = idAt(at);
    const debit = card.kind === 'sold' ? 'customerPayments' : 'discounts';
    postings.push({
      kind: 'giftCard',
      causeId: id,
      at,
      debit,
      credit: 'giftCardLiability',
      part: 'payment',
      amount: card.amount,
    });
    return { ...entryOf(card.id, id, 'issued', card.amount, at), ...by, customer_id: null as string | null };
  });
  const credit: Record<string, unknown>[] = [];
  for (const [index, { at: issuedAt, card }] of issued.entries()) {
    if (index % 4 !== 1 || card.state !== 'active') continue;
    const at = Math.min(now - 3_600_000, issuedAt + (3 + dice.next() * 12) * day);
    if (at <= issuedAt) continue;
    const id = idAt(at);
    const customer = customers[(index * 11) % customers.length]!;
    postings.push({
      kind: 'giftCard',
      causeId: id,
      at,
      debit: 'giftCardLiability',
      credit: 'storeCreditLiability',
      part: 'payment',
      amount: card.amount,
    });
    entries.push({ ...entryOf(card.id, id, 'redeemed', -card.amount, at), ...by, customer_id: customer.id });
    credit.push(
      creditOf(customer.id, idAt(at), 'fromGiftCard', {
        reason: null,
        amount: card.amount,
        causeId: id,
        at,
        by,
      }),
    );
  }
  for (let index = 0; index < 25; index += 1) {
    const at = now - (25 - index) * 2.1 * day - dice.next() * day;
    const id = idAt(at);
    const amount = 500 + dice.int(0, 5) * 250;
    const customer = customers[(index * 13 + 3) % customers.length]!;
    const reason = index % 6 === 5 ? 'promotion' : 'goodwill';
    postings.push({
      kind: 'creditAdjustment',
      causeId: id,
      at,
      debit: 'discounts',
      credit: 'storeCreditLiability',
      part: 'adjustment',
      amount,
    });
    credit.push(creditOf(customer.id, id, 'issued', { reason, amount, causeId: id, at, by }));
  }
  const inTime = (one: { created_at?: unknown }, other: { created_at?: unknown }) =>
    (one.created_at as Date).getTime() - (other.created_at as Date).getTime();
  await insertRows(tx, 'gift_cards', issued.map(({ card }) => card).map(withoutBalance));
  await insertRows(tx, 'gift_card_entries', entries.toSorted(inTime));
  await insertRows(tx, 'credit_entries', credit.toSorted(inTime));
  await insertRows(tx, 'credit_notes', notesOf(credit));
  await post(tx, postings);
  await payOrders(tx);
}

interface Gift {
  at: number;
  customer: Customer;
  now: number;
}
/** Two of the newest cards are emailed to someone: one in ten days, and one that wasn't opened yet. */
function giftOf(place: number, { at, customer: { name }, now }: Gift) {
  if (place !== 2 && place !== 4)
    return { recipient_email: null, message: null, send_on: null, sent_at: null };
  const isLater = place === 2;
  return {
    recipient_name: name,
    recipient_email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`,
    message: isLater ? 'Happy birthday! Dinner is on us.\nMom and Dad' : 'Thank you for feeding the cats.',
    send_on: isLater ? new Date(now + 10 * day).toISOString().slice(0, 10) : null,
    sent_at: isLater ? null : new Date(at + 60_000),
    delivered_at: null,
  };
}

/** Large orders that are paid at the door, partly with a gift card. */
async function payOrders(tx: Tx): Promise<void> {
  await sql`
    WITH due AS (
      SELECT o.location_id, o.id AS order_id, o.customer_id, o.total, o.created_at,
        row_number() OVER (ORDER BY o.total DESC, o.id) AS place
      FROM orders o WHERE o.payment_type = 'cashOnDelivery' AND o.paid = 0
        AND o.status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery')
    ), cards AS (
      SELECT g.id, g.last4, least(g.balance, 3500) AS amount, row_number() OVER (ORDER BY g.amount, g.id) AS place
      FROM gift_cards g WHERE g.kind = 'sold' AND g.state = 'active' AND g.balance > 0 AND g.delivered_at IS NOT NULL
        AND g.created_at < (SELECT min(created_at) FROM due WHERE place <= 5)
    ), held AS (
      INSERT INTO payments (location_id, order_id, id, kind, provider, status, amount, authorised, reference, gift_card_id,
        created_at, updated_at)
      SELECT d.location_id, d.order_id, new_uuid_v7(), 'giftCard', 'giftCard', 'authorised', c.amount, c.amount, c.last4, c.id,
        d.created_at, d.created_at
      FROM due d JOIN cards c USING (place) WHERE d.place <= 5 AND c.amount < d.total
      RETURNING location_id, order_id, id, amount, gift_card_id, created_at
    ), spent AS (
      INSERT INTO gift_card_entries (gift_card_id, id, kind, amount, customer_id, cause_id, order_id, location_id, created_at)
      SELECT h.gift_card_id, new_uuid_v7(), 'spent', -h.amount, d.customer_id, h.id, h.order_id, h.location_id, h.created_at
      FROM held h JOIN due d USING (location_id, order_id)
    )
    UPDATE payments p SET amount = p.amount - h.amount FROM held h
    WHERE p.location_id = h.location_id AND p.order_id = h.order_id AND p.status = 'due'`.execute(tx);
}

const withoutBalance = ({ balance: _, ...card }: { balance: number } & Record<string, unknown>) => card;

const entryOf = (gift_card_id: string, id: string, kind: string, amount: number, at: number) => ({
  gift_card_id,
  id,
  kind,
  amount,
  balance_after: 0,
  position: 0,
  created_at: new Date(at),
});

interface Credit {
  reason: string | null;
  amount: number;
  causeId: string;
  at: number;
  by: { user_id: string; user_name: string };
}
const creditOf = (
  customer_id: string,
  id: string,
  kind: string,
  { reason, amount, causeId, at, by }: Credit,
) => ({
  customer_id,
  id,
  kind,
  reason,
  amount,
  cause_id: causeId,
  location_id: books,
  balance_after: 0,
  position: 0,
  ...by,
  created_at: new Date(at),
});

const notesOf = (credit: readonly Record<string, unknown>[]) =>
  credit.flatMap(({ customer_id, id, reason }, index) => {
    const note = reason === 'goodwill' ? notes[index % notes.length] : null;
    return note ? [{ customer_id, entry_id: id, note }] : [];
  });

async function post(tx: Tx, postings: readonly Posting[]): Promise<void> {
  const journals = postings.map(({ kind, causeId, at }) => ({
    location_id: books,
    id: idAt(at),
    kind,
    cause_id: causeId,
    posted_at: new Date(at),
  }));
  await insertRows(tx, 'journals', journals);
  const sides = postings.flatMap(({ debit, credit, part, amount, at }, index) =>
    [
      { position: 1, account: debit, amount },
      { position: 2, account: credit, amount: -amount },
    ].map((entry) => ({
      location_id: books,
      journal_id: journals[index]!.id,
      part,
      posted_at: new Date(at),
      ...entry,
    })),
  );
  await insertRows(tx, 'ledger_entries', sides);
}
