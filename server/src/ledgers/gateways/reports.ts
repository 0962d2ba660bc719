import type { GatewayFacts } from './gateway.ts';

/** A payment as its gateway reports it. */
export interface PaymentReport extends GatewayFacts {
  /** The gateway's ID. */
  paymentRef: string;
  /** Aisle's ID; null if somebody else charged the card. */
  paymentId: string | null;
  /** Null if it means nothing to Aisle, such as a status that the gateway added lately. */
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
  /** The request that caused it; null if somebody refunded at the gateway. */
  operationId: string | null;
  status: 'waiting' | 'refunded' | 'failed' | null;
  amount: number;
  providerStatus: string;
  problem: string | null;
  /** It returned money that was never taken: the rest of an authorization. */
  isRelease: boolean;
}
