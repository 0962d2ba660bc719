/**
 * Payment providers. Staff handle cash and terminals, so their entries count as done; a gateway must confirm. Coins,
 * store credit and gift cards are authorized when an order is placed and captured when it is delivered.
 */
const providers = ['cash', 'terminal', 'simulated', 'coins', 'storeCredit', 'giftCard'] as const;
export type Provider = (typeof providers)[number];
/** The providers that are remote services: they can be slow, unavailable, or respond twice. */
export type GatewayName = Extract<Provider, 'simulated'>;
export const isGateway = (provider: string | null): provider is GatewayName => provider === 'simulated';

export type GatewayAction = 'authorise' | 'capture' | 'void' | 'refund';

export interface GatewayRequest {
  /** Repeated requests with the same reference are one request. */
  reference: string;
  kind: GatewayAction;
  /** The ID of the payment, the same from its authorization to its last refund. */
  paymentId: string;
  amount: number;
  /** Identifies the card. */
  token: string;
}
export type GatewayResponse =
  | { accepted: true }
  /** `final` means that retrying the same card is pointless. */
  | { accepted: false; problem: string; final: boolean };

/** The interface of every gateway. */
export interface Gateway {
  name: GatewayName;
  /**
   * Sends a request and reports the response, possibly more than once. Throws if there is no response: the outcome is then
   * unknown, and the request is repeated with the same reference.
   */
  perform(request: GatewayRequest, tell: (answer: GatewayResponse) => Promise<void>): Promise<void>;
}
