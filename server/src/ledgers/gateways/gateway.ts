import type { BalanceReader } from './balance.ts';
import type { DisputeAnswer, DisputeReport } from './disputes.ts';
import type { EventSource } from './gateway-events.ts';
import type { LocationPayouts } from './location-payouts.ts';
import type { PaymentPages, PaymentReport, RefundReport } from './reports.ts';

/** The providers that are remote services: they can be slow, unavailable, or respond twice. Each has a folder beside this file. */
export const gatewayNames = ['simulated', 'stripe'] as const;
export type GatewayName = (typeof gatewayNames)[number];
/**
 * Payment providers. Staff handle cash and terminals, so their entries count as done; a gateway must confirm. Coins,
 * store credit and gift cards are authorized when an order is placed and captured when it is delivered.
 */
export type Provider = 'cash' | 'terminal' | 'coins' | 'storeCredit' | 'giftCard' | GatewayName;
export const isGateway = (provider: string | null): provider is GatewayName =>
  (gatewayNames as readonly (string | null)[]).includes(provider);

/** `verify` asks the bank for the consent to charge the card later, `increment` raises an authorization. */
export type GatewayAction = 'verify' | 'authorise' | 'increment' | 'capture' | 'void' | 'refund';

/** A card as its gateway describes it. Aisle never has its number. */
export interface CardFacts {
  brand: string;
  last4: string;
  /** The month of its expiry, such as 2029-04. */
  expires: string;
}

export interface GatewayRequest {
  /** Repeated requests with the same reference are one request. */
  reference: string;
  kind: GatewayAction;
  /** The ID of the payment, the same from its authorization to its last refund. */
  paymentId: string;
  /** The amount to hold, to charge or to refund. */
  amount: number;
  /** Identifies the card. */
  token: string;
  /** The customer who pays. */
  customerId: string;
  checkoutId: string | null;
  orderId: string | null;
  /** Facts about the payment and the refund, if the gateway reported them. */
  paymentRef: string | null;
  refundRef: string | null;
  /** The shopper is not there to authenticate. */
  isOffSession: boolean;
  /** The shopper agrees that the card is charged again without them. */
  savesCard: boolean;
  /** Whether an authorization is still of use. */
  isWanted: boolean;
  /** The gateway knows the request but had not decided it yet. */
  isPending: boolean;
  createdAt: string;
  attempts: number;
  /** Sent with the request, so that repetitions have no effect, and since when. */
  key: string;
  keySince: string;
  /** The gateway failed at the last attempt, so it must be asked whether it executed the request. */
  mustLook: boolean;
}

/** What a gateway knows about a payment or a refund after a request. Absent facts stay as they are. */
export interface GatewayFacts {
  /** The gateway's ID of the payment. */
  paymentRef?: string;
  /** The gateway's ID of the charge, to which refunds, disputes and fees belong. */
  chargeRef?: string;
  /** The gateway's ID of the refund. */
  refundRef?: string;
  card?: CardFacts;
  /** When an authorization ends. */
  holdUntil?: string;
  /** The authorization can be raised. */
  canIncrement?: boolean;
  /** The fee of a capture. */
  fee?: number;
  /** Identifies a card that the shopper saved on a page. */
  token?: string;
}

/** A final outcome of a request. */
export type Verdict =
  | {
      accepted: true;
      /** The held, charged or refunded amount, if it differs from the request. */
      amount?: number;
    }
  | {
      accepted: false;
      problem: string;
      /** Retrying the same card is pointless. */
      final: boolean;
      /** The bank wants the shopper to confirm the payment. */
      needsShopper?: boolean;
    };

/** The gateway knows the request but can't tell its outcome yet. It is asked again later. */
interface Pending {
  pending: true;
  /** Lets the shopper's browser confirm the payment. */
  clientSecret?: string;
  publishableKey?: string | null;
  /** A message for staff while the outcome is open. */
  problem?: string;
}

export type GatewayResponse = (Verdict | Pending) & GatewayFacts;

/** There was no usable response, so the outcome of a request is unknown. */
export class NoResponse extends Error {
  /** The gateway itself failed. It may repeat that answer, so the next attempt asks for the outcome first. */
  readonly mustLook: boolean;

  constructor(message: string, { mustLook = false, cause }: { mustLook?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.mustLook = mustLook;
  }
}

/** How long to wait before a request without a usable response is repeated. */
export const retrySeconds = (attempts: number): number => Math.min(5 * 2 ** (attempts - 1), 6 * 3600);

/** The interface of every gateway. */
export interface Gateway {
  name: GatewayName;
  /**
   * Sends a request and reports the response, possibly more than once. Throws if there is no response: the outcome is then
   * unknown, and the request is repeated with the same reference.
   */
  perform(request: GatewayRequest, tell: (answer: GatewayResponse) => Promise<void>): Promise<void>;
  /**
   * Sends the answer to a dispute, and reports the dispute as it is then. Throws `AnswerRefused` if the provider won't take the
   * answer. After any other error it is sent again. Missing if the gateway has no disputes.
   */
  answerDispute?(answer: DisputeAnswer): Promise<DisputeReport>;
  /** Missing if the gateway can't pay locations. */
  locationPayouts?: LocationPayouts;
  /** Deletes a customer with their cards, or does nothing if that happened before. Missing if the gateway knows no customers. */
  deleteCustomer?: (id: string) => Promise<void>;
  /** Forgets a card, or does nothing if that happened before. Missing if the gateway keeps no cards. */
  detachCard?: (token: string) => Promise<void>;
  /** Missing if the gateway reports nothing by itself. */
  events?: EventSource;
  /** Reads objects that an event was about. */
  reader?: GatewayReader;
  /** Missing if the gateway has no pages on which shoppers enter their cards. */
  pages?: PaymentPages;
  /** Missing if the gateway holds no money. */
  balance?: BalanceReader;
}

export interface GatewayReader {
  /** The name for changes made at the gateway itself, for example "Stripe dashboard". */
  dashboard: string;
  /** By the ID of the payment or of its charge. */
  payment(ref: string): Promise<PaymentReport>;
  refund(ref: string): Promise<RefundReport>;
  dispute(ref: string): Promise<DisputeReport>;
  /** Null for anything else that pays. */
  card(ref: string): Promise<CardFacts | null>;
  /** The payment whose card was verified. */
  verification(ref: string): Promise<Pick<PaymentReport, 'paymentRef' | 'paymentId' | 'orderId'>>;
}
