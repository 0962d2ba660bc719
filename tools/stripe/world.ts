import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { TestCard } from './cards.ts';
import { Clock } from './clock.ts';
import { type FaultRule, Faults } from './faults.ts';
import { IdempotencyKeys } from './idempotency.ts';
import type { NewPayment } from './resources/payment-intents.ts';
import { Table } from './table.ts';
import { Webhooks } from './webhooks.ts';

/** The version of the API whose types the package contains. */
export const apiVersion = '2026-10-28.endive';

export interface LoggedRequest {
  id: string;
  at: number;
  method: string;
  path: string;
  body: string;
  account: string | null;
  idempotencyKey: string | null;
  status: number | null;
  replayed: boolean;
  fault: FaultRule['kind'] | null;
}

/** The balance of one account: the platform's or a connected one's. */
export interface Books {
  transactions: Table<Stripe.BalanceTransaction>;
  payouts: Table<Stripe.Payout>;
  /** The automatic payout that paid out a transaction. */
  paidOutBy: Map<string, string>;
  automatic: boolean;
}

export interface AccountLink {
  account: string;
  expiresAt: number;
  refreshUrl: string;
  returnUrl: string;
  /** The owner sees the form; the link itself does not open it again. */
  opened: boolean;
}

const maxLogged = 20_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const newId = (prefix: string, length = 24): string =>
  `${prefix}_${Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')}`;

/** The event type of an object that changed, with the fields that it had before. */
export type EventType = Stripe.Event['type'];
type EventObject = { id?: string; object: string };

/** Everything that the stand-in knows. It is in memory and ends with the process. */
export class World {
  readonly clock = new Clock();
  readonly faults: Faults;
  readonly keys = new IdempotencyKeys();
  readonly webhooks: Webhooks;
  readonly requests: LoggedRequest[] = [];
  /** Deterministic, so that a test can repeat a run. */
  readonly random: () => number;
  readonly livemode: boolean;
  /** The address of the stand-in, for hosted pages. */
  url = '';

  /** The platform's own account. */
  readonly accountId = newId('acct', 16);
  readonly accounts = new Table<Stripe.Account>('account');
  readonly charges = new Table<Stripe.Charge>('charge');
  readonly customers = new Table<Stripe.Customer | Stripe.DeletedCustomer>('customer');
  readonly disputes = new Table<Stripe.Dispute>('dispute');
  readonly events = new Table<Stripe.Event>('event');
  readonly files = new Table<Stripe.File>('file');
  readonly paymentIntents = new Table<Stripe.PaymentIntent>('payment_intent');
  readonly paymentMethods = new Table<Stripe.PaymentMethod>('PaymentMethod');
  readonly refunds = new Table<Stripe.Refund>('refund');
  readonly sessions = new Table<Stripe.Checkout.Session>('checkout.session');
  readonly setupIntents = new Table<Stripe.SetupIntent>('setup_intent');
  readonly transfers = new Table<Stripe.Transfer>('transfer');
  readonly webhookEndpoints = new Table<Stripe.WebhookEndpoint>('webhook_endpoint');

  readonly #books = new Map<string, Books>();
  /** The behavior of a card, by the ID of its PaymentMethod. */
  readonly #cards = new Map<string, TestCard>();
  /** Cards that were used without a customer, with the intent that used them, or detached from one. */
  readonly spentCards = new Map<string, string>();
  /** Cards that were authenticated for later off-session payments. */
  readonly setUpCards = new Set<string>();
  /** How often each authorization was incremented. */
  readonly increments = new Map<string, number>();
  /** Account Links by the token of their page. */
  readonly accountLinks = new Map<string, AccountLink>();
  /** The items of Checkout Sessions; an answer contains them only on request. */
  readonly lineItems = new Map<string, Stripe.LineItem[]>();
  /** The payments that the pages of Checkout Sessions will make. */
  readonly checkoutPayments = new Map<string, NewPayment>();
  /** Whether the account may increment authorizations, which needs IC+ pricing. */
  canIncrement = false;

  constructor({ livemode, seed }: { livemode: boolean; seed: number }) {
    this.livemode = livemode;
    this.random = seededRandom(seed);
    this.faults = new Faults(this.random);
    this.webhooks = new Webhooks(this);
  }

  /** The balance of a connected account, or of the platform. */
  books(account: string | null): Books {
    const id = account ?? this.accountId;
    const known = this.#books.get(id);
    if (known) return known;
    const books: Books = {
      transactions: new Table('balance transaction'),
      payouts: new Table('payout'),
      paidOutBy: new Map(),
      automatic: true,
    };
    this.#books.set(id, books);
    return books;
  }

  /** The Checkout Session whose page collects a payment. */
  sessionOf(paymentIntent: string): Stripe.Checkout.Session | undefined {
    return this.sessions.newestFirst().find((row) => row.payment_intent === paymentIntent);
  }

  allBooks = (): [string, Books][] => [...this.#books];

  cardOf(paymentMethod: string): TestCard {
    const card = this.#cards.get(paymentMethod);
    if (!card) throw new Error(`${paymentMethod} has no card`);
    return card;
  }

  rememberCard(paymentMethod: string, card: TestCard): void {
    this.#cards.set(paymentMethod, card);
  }

  log(request: LoggedRequest): void {
    this.requests.push(request);
    if (this.requests.length > maxLogged) this.requests.splice(0, maxLogged / 2);
  }

  /** Records an event and queues its deliveries. `account` is the connected account that it concerns. */
  emit(type: EventType, object: EventObject, options: EmitOptions = {}): Stripe.Event {
    const { previous, account, request } = { ...this.#cause, ...options };
    const event = this.events.add({
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.clock.now(),
      data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
      livemode: this.livemode,
      pending_webhooks: 0,
      request: request ?? { id: null, idempotency_key: null },
      type,
      ...(account && { account }),
    } as unknown as Stripe.Event);
    this.webhooks.enqueue(event);
    return event;
  }

  #cause: EmitOptions = {};

  /** Runs a call; its events name the request, and none does that happens by itself. */
  during<T>(request: NonNullable<EmitOptions['request']>, run: () => T): T {
    this.#cause = { request };
    try {
      return run();
    } finally {
      this.#cause = {};
    }
  }

  /** Finds an object of any kind by its ID, to expand it in an answer. */
  find(id: string, account: string | null): object | undefined {
    const books = this.books(account);
    const tables: Record<string, { find(id: string): object | undefined }> = {
      acct: this.accounts,
      ch: this.charges,
      cs: this.sessions,
      cus: this.customers,
      du: this.disputes,
      file: this.files,
      pi: this.paymentIntents,
      pm: this.paymentMethods,
      po: books.payouts,
      py: this.charges,
      re: this.refunds,
      seti: this.setupIntents,
      tr: this.transfers,
      txn: books.transactions,
    };
    return tables[id.split('_')[0] ?? '']?.find(id);
  }
}

interface EmitOptions {
  previous?: object;
  account?: string | null;
  request?: { id: string | null; idempotency_key: string | null };
}

/** Mulberry32: small, and the same numbers for the same seed everywhere. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
