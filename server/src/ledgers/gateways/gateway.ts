/**
 * Payment providers. Staff handle cash and terminals, so what they enter counts as done; a gateway must confirm.
 * Coins are authorised when an order is placed and captured when it is delivered.
 */
const providers = ['cash', 'terminal', 'simulated', 'coins'] as const;
export type Provider = (typeof providers)[number];
/** The providers that are remote services: they can be slow, be unavailable or answer twice. */
export type GatewayName = Extract<Provider, 'simulated'>;
export const isGateway = (provider: string | null): provider is GatewayName => provider === 'simulated';

export type GatewayAction = 'authorise' | 'capture' | 'void' | 'refund';

export interface GatewayRequest {
  /** The same reference is the same request, however often it is sent. */
  reference: string;
  kind: GatewayAction;
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

/** The interface of every gateway. */
export interface Gateway {
  name: GatewayName;
  /**
   * Sends a request and passes on the answer, perhaps more than once. Throws if there is none: the outcome is then
   * unknown, and the request is sent again with the same reference.
   */
  perform(request: GatewayRequest, tell: (answer: GatewayAnswer) => Promise<void>): Promise<void>;
}
