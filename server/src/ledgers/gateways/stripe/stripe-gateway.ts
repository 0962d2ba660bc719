import type Stripe from 'stripe';
import { type Database, system, transaction } from '../../../core/db/db.ts';
import type { StripeSettings } from '../../../core/settings.ts';
import type { BalanceReader } from '../balance.ts';
import type { DisputeAnswer, DisputeReport } from '../disputes.ts';
import {
  type Gateway,
  type GatewayReader,
  type GatewayRequest,
  type GatewayResponse,
  NoResponse,
} from '../gateway.ts';
import { gatewayCustomersOf, insertGatewayCustomer } from '../gateway-customers.queries.ts';
import type { EventSource } from '../gateway-events.ts';
import type { LocationPayouts } from '../location-payouts.ts';
import { replaceKey } from '../operations.queries.ts';
import type { PaymentPages } from '../reports.ts';
import { stripeBalance } from './stripe-balance.ts';
import { stripeClient } from './stripe-client.ts';
import { declined, isInvalid, isMissing, isUnexpectedState, refusalOf } from './stripe-declines.ts';
import { answerDispute } from './stripe-disputes.ts';
import { stripeEvents } from './stripe-events.ts';
import { stripeLocationPayouts } from './stripe-location-payouts.ts';
import { isPage, stripePages } from './stripe-pages.ts';
import { factsOf, stripeReader } from './stripe-reports.ts';
import { idOf } from './stripe-transactions.ts';
import {
  createVerification,
  findVerification,
  isVerification,
  outcomeOfVerification,
} from './stripe-verification.ts';

const hour = 3600;
/** Stripe keeps keys for at least 24 hours. */
const keyLifeSeconds = 23 * hour;
/** A payment that can't be found this long after its authorization was requested doesn't exist. */
const lateSeconds = 600;

const secondsSince = (instant: string) => (Date.now() - Date.parse(instant)) / 1000;

/** Cards through Stripe: one PaymentIntent for each payment, captured at the hand-over. */
export class StripeGateway implements Gateway {
  readonly name = 'stripe';
  readonly events: EventSource;
  readonly reader: GatewayReader;
  readonly pages: PaymentPages;
  readonly balance: BalanceReader;
  readonly locationPayouts: LocationPayouts;
  readonly #db: Database;
  readonly #stripe: Stripe;
  readonly #publishableKey: string | null;
  /** Marks the payments of this installation in an account that others use, too. */
  readonly #installation: string;

  constructor(db: Database, settings: StripeSettings, installation: string) {
    this.#db = db;
    this.#stripe = stripeClient(settings);
    this.#publishableKey = settings.publishableKey;
    this.#installation = installation;
    this.events = stripeEvents(this.#stripe, settings.webhookSecrets);
    this.reader = stripeReader(this.#stripe);
    this.pages = stripePages(this.#stripe, {
      installation,
      apiUrl: settings.apiUrl,
      customerOf: async (customerId) =>
        (await this.#customersOf({ customerId }))[0] ?? this.#addCustomer(customerId),
    });
    this.balance = stripeBalance(this.#stripe);
    this.locationPayouts = stripeLocationPayouts(this.#stripe);
  }

  async perform(request: GatewayRequest, tell: (answer: GatewayResponse) => Promise<void>): Promise<void> {
    await tell(await this.#answer(request).catch(refusalOf));
  }

  answerDispute(answer: DisputeAnswer): Promise<DisputeReport> {
    return answerDispute(this.#stripe, answer);
  }

  #answer(sent: GatewayRequest): Promise<GatewayResponse> {
    if (sent.kind === 'verify') return this.#verify(sent);
    // A card that was verified has no PaymentIntent yet.
    const request = { ...sent, paymentRef: isVerification(sent.paymentRef) ? null : sent.paymentRef };
    if (request.kind === 'authorise') return this.#authorise(request);
    if (request.kind === 'increment') return this.#increment(request);
    if (request.kind === 'capture') return this.#capture(request);
    if (request.kind === 'void') return this.#void(request);
    return this.#refund(request);
  }

  async #authorise(request: GatewayRequest): Promise<GatewayResponse> {
    if (isPage(request.token)) return this.#paidOnPage(request);
    const known = await this.#customersOf(request);
    const found = await this.#sentIntent(request, known);
    if (found) return this.#outcomeOf(request, found);
    const idempotencyKey = await this.#keyOf(request);
    const customer = await this.#customerFor(request, known);
    const intent = await this.#stripe.paymentIntents.create(
      {
        amount: request.amount,
        currency: 'usd',
        capture_method: 'manual',
        allowed_payment_method_types: ['card'],
        payment_method_options: { card: { request_incremental_authorization: 'if_available' } },
        customer,
        payment_method: request.token,
        confirm: true,
        ...(request.isOffSession ? { off_session: true } : { use_stripe_sdk: true }),
        ...(request.savesCard && { setup_future_usage: 'off_session' }),
        metadata: this.#metadataOf(request),
        expand: ['latest_charge'],
      },
      { idempotencyKey },
    );
    return this.#outcomeOf(request, intent);
  }

  async #verify(request: GatewayRequest): Promise<GatewayResponse> {
    const known = await this.#customersOf(request);
    const found = await findVerification(this.#stripe, request, this.#mustLook(request) ? known : []);
    const setup = found ?? (await this.#createVerification(request, known));
    return outcomeOfVerification(this.#stripe, request, { setup, publishableKey: this.#publishableKey });
  }

  async #createVerification(request: GatewayRequest, known: readonly string[]): Promise<Stripe.SetupIntent> {
    const idempotencyKey = await this.#keyOf(request);
    const customer = await this.#customerFor(request, known);
    const metadata = this.#metadataOf(request);
    return createVerification(this.#stripe, request, { customer, metadata, idempotencyKey });
  }

  /** Takes over what a shopper paid on a page. */
  async #paidOnPage(request: GatewayRequest): Promise<GatewayResponse> {
    const session = await this.#stripe.checkout.sessions.retrieve(request.token, {
      expand: ['payment_intent.latest_charge'],
    });
    const { payment_intent: intent, metadata, status } = session;
    if (metadata?.payment !== request.paymentId) {
      return { accepted: false, problem: 'This page is of another payment', final: false };
    }
    if (!intent || typeof intent === 'string' || status !== 'complete') {
      return { accepted: false, problem: 'Nothing was paid on the page', final: false };
    }
    const outcome = await this.#outcomeOf(request, intent);
    const card = idOf(intent.payment_method);
    const isSaved = 'accepted' in outcome && outcome.accepted && intent.setup_future_usage === 'off_session';
    // From now on, the payment is known by its card instead of the page.
    return { ...outcome, ...(isSaved && card && { token: card }) };
  }

  #metadataOf({ reference, paymentId, orderId, checkoutId }: GatewayRequest): Stripe.MetadataParam {
    return {
      installation: this.#installation,
      operation: reference,
      payment: paymentId,
      ...(orderId && { order: orderId }),
      ...(checkoutId && { checkout: checkoutId }),
    };
  }

  /** The PaymentIntent of an authorization that was sent before, if Stripe executed it. */
  async #sentIntent(
    request: GatewayRequest,
    customers: readonly string[],
  ): Promise<Stripe.PaymentIntent | undefined> {
    const matches = ({ metadata }: Stripe.PaymentIntent) => metadata.operation === request.reference;
    // The payment of a subscription keeps the ID of an earlier attempt.
    const last = request.paymentRef && (await this.#read(request.paymentRef));
    if (last && matches(last)) return last;
    if (!this.#mustLook(request)) return undefined;
    return this.#find(request, customers, matches);
  }

  #mustLook = ({ mustLook, keySince }: GatewayRequest): boolean =>
    mustLook || secondsSince(keySince) > keyLifeSeconds;

  #read = (id: string): Promise<Stripe.PaymentIntent> =>
    this.#stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] });

  /** Looks through the customer's payments: the search of Stripe lags behind. */
  async #find(
    { createdAt }: GatewayRequest,
    customers: readonly string[],
    matches: (intent: Stripe.PaymentIntent) => boolean,
  ): Promise<Stripe.PaymentIntent | undefined> {
    const created = { gte: Math.floor(Date.parse(createdAt) / 1000) - hour };
    for (const customer of customers) {
      const all = this.#stripe.paymentIntents.list({
        customer,
        created,
        limit: 100,
        expand: ['data.latest_charge'],
      });
      for await (const intent of all) if (matches(intent)) return intent;
    }
    return undefined;
  }

  /** The key of the next request: the same as before, unless the outcome was looked up and nothing was found. */
  async #keyOf(request: GatewayRequest): Promise<string> {
    const { reference: id, key: from, attempts } = request;
    if (!this.#mustLook(request)) return from;
    const to = `${id}:${attempts}:${Math.floor(Date.now() / 1000)}`;
    if (await transaction(this.#db, system, (tx) => replaceKey(tx, id, { from, to }))) return to;
    throw new NoResponse('Another server repeats this request');
  }

  #customersOf = ({ customerId }: Pick<GatewayRequest, 'customerId'>): Promise<string[]> =>
    transaction(this.#db, { ...system, readOnly: true }, (tx) =>
      gatewayCustomersOf(tx, this.name, customerId),
    );

  /** The customer who has the card, or gets it: only an attached card can pay more than once. */
  async #customerFor(
    { token, customerId, mustLook, attempts }: GatewayRequest,
    known: readonly string[],
  ): Promise<string> {
    const [customer] = known;
    try {
      if (!customer) return await this.#addCustomer(customerId, { token, attempt: mustLook ? attempts : 0 });
      await this.#stripe.paymentMethods.attach(token, { customer });
      return customer;
    } catch (error) {
      if (!isInvalid(error)) throw error;
      const owner = await this.#ownerOf(token, customerId, known);
      if (!owner) throw error;
      return owner;
    }
  }

  /**
   * The customer to whom a card is attached, if it is one of this person: another one from before a merge, or a new one whose
   * response was lost.
   */
  async #ownerOf(token: string, customerId: string, known: readonly string[]): Promise<string | undefined> {
    const { customer } = await this.#stripe.paymentMethods.retrieve(token, { expand: ['customer'] });
    if (!customer || typeof customer === 'string' || customer.deleted) return undefined;
    const { id, metadata } = customer;
    if (known.includes(id)) return id;
    if (metadata.installation !== this.#installation || metadata.customer !== customerId) return undefined;
    await transaction(this.#db, system, (tx) => insertGatewayCustomer(tx, this.name, { id, customerId }));
    return id;
  }

  /** Stripe gets no personal data with the customer, but attaches their first card. */
  async #addCustomer(customerId: string, card?: { token: string; attempt: number }): Promise<string> {
    const { id } = await this.#stripe.customers.create(
      {
        metadata: { installation: this.#installation, customer: customerId },
        ...(card && { payment_method: card.token }),
      },
      { idempotencyKey: `customer-${[customerId, ...(card ? [card.token, card.attempt] : [])].join('-')}` },
    );
    await transaction(this.#db, system, (tx) => insertGatewayCustomer(tx, this.name, { id, customerId }));
    return id;
  }

  deleteCustomer = async (id: string): Promise<void> => {
    try {
      await this.#stripe.customers.del(id);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  };

  detachCard = async (token: string): Promise<void> => {
    // Pages attach only cards that are saved.
    if (isPage(token)) return;
    try {
      const { customer } = await this.#stripe.paymentMethods.retrieve(token);
      if (customer) await this.#stripe.paymentMethods.detach(token);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  };

  async #outcomeOf(request: GatewayRequest, intent: Stripe.PaymentIntent): Promise<GatewayResponse> {
    const facts = factsOf(intent, request);
    switch (intent.status) {
      case 'requires_capture':
        return { accepted: true, amount: intent.amount_capturable, ...facts };
      case 'succeeded':
        return { accepted: true, amount: intent.amount_received, ...facts };
      case 'canceled':
        return { accepted: false, problem: 'The authorization was canceled', final: false, ...facts };
      case 'requires_payment_method':
        return { ...declined(intent.last_payment_error ?? {}), ...facts };
      case 'requires_action':
      case 'requires_confirmation':
      case 'processing':
        if (!request.isWanted) {
          await this.#stripe.paymentIntents.cancel(intent.id);
          return { accepted: false, problem: 'Not confirmed in time', final: false, ...facts };
        }
        return {
          pending: true,
          ...(intent.client_secret && {
            clientSecret: intent.client_secret,
            publishableKey: this.#publishableKey,
          }),
          ...facts,
        };
      default:
        return { pending: true, problem: `Stripe reports the unknown status ${intent.status}`, ...facts };
    }
  }

  /** Raises an authorization. Its amount tells whether an earlier attempt was executed. */
  async #increment(request: GatewayRequest): Promise<GatewayResponse> {
    const { paymentRef, amount } = request;
    if (!paymentRef) return { accepted: false, problem: 'Stripe does not know this payment', final: false };
    if (this.#mustLook(request)) {
      const intent = await this.#read(paymentRef);
      if (intent.amount_capturable >= amount) return { accepted: true, amount: intent.amount_capturable };
    }
    try {
      const raised = await this.#stripe.paymentIntents.incrementAuthorization(
        paymentRef,
        { amount },
        { idempotencyKey: await this.#keyOf(request) },
      );
      return { accepted: true, amount: raised.amount_capturable };
    } catch (error) {
      if (!isUnexpectedState(error)) throw error;
      return { accepted: false, problem: "The authorization can't be raised", final: false };
    }
  }

  /** The state of the PaymentIntent tells whether an earlier attempt was executed. */
  async #capture(request: GatewayRequest): Promise<GatewayResponse> {
    const { paymentRef, amount } = request;
    if (!paymentRef) return { accepted: false, problem: 'Stripe does not know this payment', final: false };
    if (this.#mustLook(request)) {
      const intent = await this.#read(paymentRef);
      if (intent.status !== 'requires_capture') return captureOf(intent, await this.#feeOf(intent));
    }
    try {
      const captured = await this.#stripe.paymentIntents.capture(
        paymentRef,
        { amount_to_capture: amount, expand: ['latest_charge.balance_transaction'] },
        { idempotencyKey: await this.#keyOf(request) },
      );
      return captureOf(captured, await this.#feeOf(captured));
    } catch (error) {
      if (!isUnexpectedState(error)) throw error;
      const intent = await this.#read(paymentRef);
      return captureOf(intent, await this.#feeOf(intent));
    }
  }

  /** The fee of a charge, less what Stripe returns of it for the part that was not captured. */
  async #feeOf({
    latest_charge: charge,
    amount_received,
  }: Stripe.PaymentIntent): Promise<number | undefined> {
    const booked = charge && typeof charge !== 'string' ? charge.balance_transaction : null;
    if (!charge || typeof charge === 'string' || !booked || typeof booked === 'string') return undefined;
    if (booked.amount === amount_received) return booked.fee;
    const { data } = await this.#stripe.refunds.list({
      charge: charge.id,
      limit: 100,
      expand: ['data.balance_transaction'],
    });
    const returned = data.map(({ balance_transaction: row }) =>
      row && typeof row !== 'string' ? row.fee : 0,
    );
    return returned.reduce((sum, fee) => sum + fee, booked.fee);
  }

  async #void(request: GatewayRequest): Promise<GatewayResponse> {
    const { paymentId, createdAt } = request;
    const paymentRef =
      request.paymentRef ??
      (
        await this.#find(
          request,
          await this.#customersOf(request),
          ({ metadata }) => metadata.payment === paymentId,
        )
      )?.id;
    if (!paymentRef) {
      // The authorization timed out. Stripe may still execute it.
      return secondsSince(createdAt) > lateSeconds ? { accepted: true } : { pending: true };
    }
    if (this.#mustLook(request)) {
      const intent = await this.#read(paymentRef);
      if (intent.status === 'canceled' || intent.status === 'succeeded')
        return this.#release(request, intent);
    }
    try {
      const idempotencyKey = await this.#keyOf(request);
      return await this.#release(
        request,
        await this.#stripe.paymentIntents.cancel(paymentRef, {}, { idempotencyKey }),
      );
    } catch (error) {
      if (!isUnexpectedState(error)) throw error;
      return this.#release(request, await this.#read(paymentRef));
    }
  }

  /** A payment that was charged in the meantime, for example on a page of Stripe, is refunded instead of released. */
  async #release(request: GatewayRequest, intent: Stripe.PaymentIntent): Promise<GatewayResponse> {
    if (intent.status !== 'succeeded') return { accepted: true };
    const refunds = this.#stripe.refunds.list({ payment_intent: intent.id, limit: 100 });
    for await (const { metadata } of refunds)
      if (metadata?.operation === request.reference) return { accepted: true };
    await this.#stripe.refunds.create(
      { payment_intent: intent.id, amount: intent.amount_received, metadata: this.#metadataOf(request) },
      { idempotencyKey: `${request.key}:refund` },
    );
    return { accepted: true };
  }

  async #refund(request: GatewayRequest): Promise<GatewayResponse> {
    const { paymentRef, refundRef, reference, amount } = request;
    if (!paymentRef) return { accepted: false, problem: 'Stripe does not know this payment', final: false };
    if (refundRef) return refundOf(await this.#stripe.refunds.retrieve(refundRef));
    if (this.#mustLook(request)) {
      for await (const refund of this.#stripe.refunds.list({ payment_intent: paymentRef, limit: 100 })) {
        if (refund.metadata?.operation === reference) return refundOf(refund);
      }
    }
    const refund = await this.#stripe.refunds.create(
      { payment_intent: paymentRef, amount, metadata: this.#metadataOf(request) },
      { idempotencyKey: await this.#keyOf(request) },
    );
    return refundOf(refund);
  }
}

function captureOf(intent: Stripe.PaymentIntent, fee: number | undefined): GatewayResponse {
  if (intent.status !== 'succeeded') {
    return { accepted: false, problem: 'The authorization has ended', final: false };
  }
  return { accepted: true, amount: intent.amount_received, ...(fee !== undefined && { fee }) };
}

function refundOf({ id: refundRef, status, failure_reason }: Stripe.Refund): GatewayResponse {
  switch (status) {
    case 'succeeded':
      return { accepted: true, refundRef };
    case 'failed':
    case 'canceled': {
      const why = failure_reason ? `: ${failure_reason.replaceAll('_', ' ')}` : '';
      return { accepted: false, problem: `The bank did not take the refund${why}`, final: false, refundRef };
    }
    case 'pending':
    case 'requires_action':
      return { pending: true, refundRef };
    default:
      return { pending: true, problem: `Stripe reports the unknown status ${status}`, refundRef };
  }
}
