import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { newId } from '../src/core/ids.ts';
import type { Answer, Headers, KillableServer } from './killable-server.ts';
import type { openMailServer } from './mail-server.ts';
import { newShopper } from './order-builders.ts';

const count = 20;
const city = 'Crashville';

/** Customers whose subscriptions the server renews and who get its messages, while the server runs. */
export class Members {
  readonly #server: KillableServer;
  readonly #admin: Headers;
  readonly #mails: Awaited<ReturnType<typeof openMailServer>>['mails'];
  readonly #customers: string[] = [];
  readonly #subjects: string[] = [];
  #months = 0;

  constructor(
    server: KillableServer,
    admin: Headers,
    mails: Awaited<ReturnType<typeof openMailServer>>['mails'],
  ) {
    this.#server = server;
    this.#admin = admin;
    this.#mails = mails;
  }

  async join({ subscribed }: { subscribed: boolean }): Promise<void> {
    const plan = subscribed ? await this.#addPlan() : undefined;
    for (let nth = 0; nth < count; nth += 1) {
      const { _id: customerId } = await this.#post('/customer/create', {
        ...newShopper(),
        email: `member${nth}@shoppers.example`,
        addresses: [{ line1: '1 Elm St', city, state: 'TX', postalCode: '78701' }],
        marketingConsent: true,
      });
      this.#customers.push(customerId);
      if (!plan) continue;
      const card = { paymentType: 'card', cardToken: 'tok_ok', autoRenew: true };
      await this.#post('/subscription-plan/subscribe', { customerId, planId: plan._id, ...card });
    }
  }

  #addPlan(): Promise<{ _id: string }> {
    const benefits = { discountPercent: 5 };
    return this.#post('/subscription-plan/create', { name: 'Plus', price: 999, period: 'monthly', benefits });
  }

  /** A message to all customers, which takes a few seconds to send. */
  async write(): Promise<void> {
    const subject = `News ${this.#subjects.length + 1}`;
    this.#subjects.push(subject);
    await this.#post('/notification/send-bulk-notification', {
      name: subject,
      channel: 'email',
      subject,
      body: 'Hello',
      audience: { city },
    });
  }

  /** Makes every subscription due, a month later, unless some are still due. */
  async nextMonth(): Promise<void> {
    if ((await this.#due()) > 0) return;
    this.#months += 1;
    await this.#server.look(async (tx) => {
      const month = sql`interval '31 days'`;
      await sql`SELECT FROM customers WHERE id = ANY (${this.#customers}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(
        tx,
      );
      const { rows } = await sql<{ id: string }>`
        SELECT id FROM subscriptions WHERE customer_id = ANY (${this.#customers}::uuid[]) ORDER BY starts_at`.execute(
        tx,
      );
      for (const { id } of rows) {
        await sql`UPDATE subscriptions SET starts_at = starts_at - ${month}, ends_at = ends_at - ${month},
          first_starts_at = first_starts_at - ${month} WHERE id = ${id}`.execute(tx);
      }
    });
  }

  /** Checks, after the server has completed its work, that no customer was charged or messaged twice, and none was skipped. */
  async check(): Promise<void> {
    await vi.waitFor(async () => expect(await this.#left()).toBe(0), { timeout: 240_000, interval: 500 });
    await this.#checkSubscriptions();
    await this.#checkMessages();
  }

  async #checkSubscriptions(): Promise<void> {
    if (this.#months === 0) return;
    await this.#server.look(async (tx) => {
      const { rows: members } = await sql<{ subscriptions: number; charged: number; captured: number }>`
        SELECT count(DISTINCT s.id)::int AS subscriptions, count(DISTINCT p.id)::int AS charged,
          count(g.reference)::int AS captured
        FROM subscriptions s
        LEFT JOIN subscription_payments p ON p.subscription_id = s.id AND p.kind = 'charge' AND p.status = 'captured'
        LEFT JOIN simulated_gateway g ON g.payment = p.id AND g.kind = 'capture' AND g.accepted
        WHERE s.customer_id = ANY (${this.#customers}::uuid[]) GROUP BY s.customer_id`.execute(tx);
      const each = this.#months + 1;
      expect(members).toEqual(
        this.#customers.map(() => ({ subscriptions: each, charged: each, captured: each })),
      );
    });
  }

  async #checkMessages(): Promise<void> {
    await this.#server.look(async (tx) => {
      const { rows: outcomes } = await sql<{ outcome: string; count: number }>`
        SELECT outcome, count(*)::int AS count FROM bulk_recipients GROUP BY 1`.execute(tx);
      console.log(`${this.#subjects.length} messages to ${count} members: ${JSON.stringify(outcomes)}`);
      const got = new Map(outcomes.map(({ outcome, count: times }) => [outcome, times]));
      expect((got.get('sent') ?? 0) + (got.get('unknown') ?? 0)).toBe(this.#subjects.length * count);
      // A message with an unknown outcome after a kill may have been sent.
      expect(this.#sent().length).toBeGreaterThanOrEqual(got.get('sent') ?? 0);
    });
    expect(new Set(this.#sent()).size).toBe(this.#sent().length);
  }

  #sent(): string[] {
    return this.#mails.flatMap(({ to, text }) =>
      this.#subjects
        .filter((subject) => text.includes(`Subject: ${subject}\r\n`))
        .map((subject) => `${subject} to ${to.join()}`),
    );
  }

  async #due(): Promise<number> {
    return this.#server.look(async (tx) => {
      const { rows } = await sql<{ due: number }>`SELECT count(*)::int AS due FROM subscriptions
        WHERE auto_renew AND cancelled_at IS NULL AND ends_at <= now()`.execute(tx);
      return rows[0]!.due;
    });
  }

  async #left(): Promise<number> {
    const due = await this.#due();
    return this.#server.look(async (tx) => {
      const { rows } = await sql<{ messages: number; charges: number }>`
        SELECT (SELECT count(*) FROM bulk_recipients WHERE outcome IN ('waiting', 'sending'))
            + (SELECT count(*) FROM bulk_messages WHERE recipient_count IS NULL) AS messages,
          (SELECT count(*) FROM subscription_payments WHERE status = 'due') AS charges`.execute(tx);
      return due + Number(rows[0]!.messages) + Number(rows[0]!.charges);
    });
  }

  async #post(address: string, body: object): Promise<{ _id: string }> {
    const headers = { ...this.#admin, 'idempotency-key': newId() };
    const answer = await this.#server.send({ method: 'POST', address, headers, body });
    if (answer?.status !== 200)
      throw new Error(`${address}: ${JSON.stringify(answer satisfies Answer | undefined)}`);
    return answer.data as { _id: string };
  }
}
