import type { GatewayFacts } from './gateway.ts';

/** A payment as its gateway reports it. */
export interface PaymentReport extends GatewayFacts {
  /** The gateway's ID. */
  paymentRef: string;
  /** Aisle's IDs. Null if another program charged the card, or for a subscription. */
  paymentId: string | null;
  orderId: string | null;
  /** Null if Aisle doesn't know it, for example a status that the gateway added recently. */
  status: 'waiting' | 'held' | 'charged' | 'ended' | null;
  /** The held or charged amount. */
  amount: number;
  /** The gateway's own status. */
  providerStatus: string;
  /** The bank ended the authorization, not a person. */
  isExpired: boolean;
}

/** A refund as its gateway reports it. */
export interface RefundReport {
  /** The gateway's ID. */
  refundRef: string;
  /** The payment's ID at the gateway. */
  paymentRef: string | null;
  /** The request that caused it. Null for a refund made at the gateway. */
  operationId: string | null;
  status: 'waiting' | 'refunded' | 'failed' | null;
  amount: number;
  providerStatus: string;
  problem: string | null;
  /** It returned money that was never taken: the rest of an authorization. */
  isRelease: boolean;
}

/** A page of the gateway on which a shopper pays an order or a renewal by card. */
export interface NewPage {
  /** Repeated requests with the same reference open one page. */
  reference: string;
  /** The ID that the payment will have in Aisle. */
  paymentId: string;
  orderId: string | null;
  checkoutId: string | null;
  customerId: string;
  amount: number;
  /** The text next to the amount, for example "Aisle order O-1001". */
  description: string;
  /** Charges the card at once instead of at the hand-over. */
  isCharge: boolean;
  /** The shopper agrees that the card is charged again without them. */
  savesCard: boolean;
  /** When the page is asked for, and when it should end. The gateway's limits are counted from the former. */
  requestedAt: string;
  endsAt: string;
  /** The addresses to return to after the payment, and without it. */
  paidUrl: string;
  backUrl: string;
}

export interface PageReport {
  /** The gateway's ID, which is also the token of the payment that was made on the page. */
  ref: string;
  status: 'open' | 'paid' | 'ended';
  paymentId: string | null;
  orderId: string | null;
  amount: number;
  /** The shopper agreed that the card is charged again without them. */
  savesCard: boolean;
}

export interface PaymentPages {
  /** The origins of pages, for the security policy of a form that redirects to one. */
  sources: readonly string[];
  open(page: NewPage): Promise<{ ref: string; url: string; endsAt: string }>;
  read(ref: string): Promise<PageReport>;
  /** Closes an open page, so that it no longer takes payments. Returns its final state. */
  close(ref: string): Promise<PageReport>;
}
