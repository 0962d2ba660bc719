import { codeAlphabet } from '@aisle/contract/customers/gift-card-code';
import type { Tx } from '../../src/core/db/db.ts';
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
    const code = Array.from({ length: 17 }, () => dice.pick([...codeAlphabet])).join('');
    const card = {
      id: idAt(at),
      kind: isSold ? 'sold' : 'promotional',
      amount: isSold ? amounts[index % amounts.length]! : 1000,
      code_hash: `\\x${seals.sign(code, 'gift-card').toString('hex')}`,
      last4: code.slice(12, 16),
      recipient_name: index % 3 === 0 ? customers[(index * 7) % customers.length]!.name : null,
      expires_on: isSold ? null : new Date(at + 120 * day).toISOString().slice(0, 10),
      state: index % 23 === 11 ? 'frozen' : 'active',
      payment_method: isSold ? (index % 2 === 0 ? 'cash' : 'terminal') : null,
      payment_reference: isSold && index % 2 === 1 ? `T-${4100 + index}` : null,
      ...by,
      balance: 0,
      version: 1,
      created_at: new Date(at),
      updated_at: new Date(at),
    };
    return { at, card };
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
