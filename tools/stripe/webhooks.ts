import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { World } from './world.ts';

/** How events reach their endpoints. Everything is off by default: at once, once, in order. */
export interface DeliveryRules {
  /** Seconds by the clock of the stand-in until the first attempt. */
  delaySeconds?: number;
  /** Up to this many seconds more, different for each delivery, so that events arrive out of order. */
  jitterSeconds?: number;
  /** How often each event is delivered. */
  copies?: number;
  /** The probability that an event is never delivered. It remains in the list of events. */
  loss?: number;
  /** Keeps events until they are released. */
  hold?: boolean;
}

interface Delivery {
  event: Stripe.Event;
  endpoint: string;
  dueAt: number;
  attempts: number;
}

export interface LoggedDelivery {
  event: string;
  type: string;
  url: string;
  attempt: number;
  status: number | null;
}

const hour = 3600;
/** Live mode tries again for up to three days with growing pauses: https://docs.stripe.com/webhooks */
const retryAfter = [60, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 20 * hour];

export class Webhooks {
  readonly log: LoggedDelivery[] = [];
  rules: DeliveryRules = {};
  readonly #world: World;
  readonly #secrets = new Map<string, string>();
  /** Endpoints of events of connected accounts; the others get those of the platform. */
  readonly #connect = new Set<string>();
  #waiting: Delivery[] = [];
  #held: Delivery[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(world: World) {
    this.#world = world;
  }

  register(endpoint: string, secret: string, connect: boolean): void {
    this.#secrets.set(endpoint, secret);
    if (connect) this.#connect.add(endpoint);
  }

  enqueue(event: Stripe.Event): void {
    const { delaySeconds = 0, jitterSeconds = 0, copies = 1, loss = 0, hold = false } = this.rules;
    for (const endpoint of this.#world.webhookEndpoints.newestFirst()) {
      if (!this.#subscribes(endpoint, event)) continue;
      event.pending_webhooks += 1;
      if (loss > 0 && this.#world.random() < loss) continue;
      for (let copy = 0; copy < copies; copy += 1) {
        const jitter = Math.floor(this.#world.random() * jitterSeconds);
        const dueAt = this.#world.clock.now() + delaySeconds + jitter;
        (hold ? this.#held : this.#waiting).push({ event, endpoint: endpoint.id, dueAt, attempts: 0 });
      }
    }
  }

  #subscribes({ id, status, enabled_events }: Stripe.WebhookEndpoint, event: Stripe.Event): boolean {
    if (status !== 'enabled' || (event.account !== undefined) !== this.#connect.has(id)) return false;
    return enabled_events.includes('*') || enabled_events.includes(event.type);
  }

  /** Delivers what was held, in reverse order on request. */
  release({ reverse = false } = {}): void {
    const held = reverse ? this.#held.reverse() : this.#held;
    this.#waiting.push(...held.map((delivery) => ({ ...delivery, dueAt: this.#world.clock.now() })));
    this.#held = [];
    this.pump();
  }

  /** Delivers an event once more, as the button in the dashboard does. */
  redeliver(id: string): void {
    const event = this.#world.events.get(id);
    for (const endpoint of this.#world.webhookEndpoints.newestFirst()) {
      if (!this.#subscribes(endpoint, event)) continue;
      this.#waiting.push({ event, endpoint: endpoint.id, dueAt: this.#world.clock.now(), attempts: 0 });
    }
    this.pump();
  }

  /** Starts the deliveries that are due. Each endpoint answers in its own time, as with Stripe. */
  pump(): void {
    const now = this.#world.clock.now();
    const due = this.#waiting.filter((delivery) => delivery.dueAt <= now);
    if (due.length === 0) return;
    this.#waiting = this.#waiting.filter((delivery) => delivery.dueAt > now);
    for (const delivery of due.sort((a, b) => a.dueAt - b.dueAt)) {
      const run = this.#deliver(delivery).finally(() => this.#running.delete(run));
      this.#running.add(run);
    }
  }

  /** Resolves when each delivery that is due was attempted. */
  async idle(): Promise<void> {
    this.pump();
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
      this.pump();
    }
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { event, attempts } = delivery;
    const endpoint = this.#world.webhookEndpoints.find(delivery.endpoint);
    const secret = this.#secrets.get(delivery.endpoint);
    if (!endpoint || !secret) return;
    const body = JSON.stringify(event);
    const status = await post(endpoint.url, body, signatureOf(body, secret));
    this.log.push({ event: event.id, type: event.type, url: endpoint.url, attempt: attempts + 1, status });
    if (status !== null && status >= 200 && status < 300) {
      event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
      return;
    }
    const pause = retryAfter[attempts];
    if (pause === undefined) return;
    this.#waiting.push({ ...delivery, dueAt: this.#world.clock.now() + pause, attempts: attempts + 1 });
  }
}

/** Signed with the real time: the receiver compares it with its own clock, which tests do not move. */
function signatureOf(body: string, secret: string, timestamp = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

async function post(url: string, body: string, signature: string): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
      signal: AbortSignal.timeout(20_000),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
