/**
 * Who takes money. Cash and a terminal are worked by people: what they say is done. A gateway is asked. Coins are
 * promised when an order is placed, and taken for good when it is delivered.
 */
const providers = ['cash', 'terminal', 'simulated', 'coins'] as const;
export type Provider = (typeof providers)[number];
/** The providers that are programs elsewhere, which may be slow, be away, or answer twice. */
export type GatewayName = Extract<Provider, 'simulated'>;
export const isGateway = (provider: string | null): provider is GatewayName => provider === 'simulated';

export type GatewayDeed = 'authorise' | 'capture' | 'void' | 'refund';

export interface GatewayRequest {
  /** The same reference is the same request, however often it is sent. */
  reference: string;
  kind: GatewayDeed;
  /** The payment that it is about, from its authorisation to its last refund. */
  paymentId: string;
  amount: number;
  /** Names the card. */
  token: string;
}
export type GatewayAnswer =
  | { accepted: true }
  /** `final`: the same card need not be tried again. */
  | { accepted: false; problem: string; final: boolean };

/** What every gateway must be able to do. */
export interface Gateway {
  name: GatewayName;
  /**
   * Asks for one thing. The answer is told as soon as it is known, perhaps more than once; without any it
   * throws, and nobody knows whether it was done: the request is then sent again by the same reference.
   */
  perform(request: GatewayRequest, tell: (answer: GatewayAnswer) => Promise<void>): Promise<void>;
}
