import { type Database, system, transaction } from '../../../core/db/db.ts';
import type { Gateway, GatewayRequest, GatewayResponse } from '../gateway.ts';
import { bookRequest } from './simulated-gateway.queries.ts';

/** The cards that the simulated gateway knows, each with a different outcome. */
export const testCards = [
  { token: 'tok_ok', label: 'Succeeds' },
  { token: 'tok_declined', label: 'Declined: insufficient funds' },
  { token: 'tok_lost', label: 'Declined for good, reported lost' },
  { token: 'tok_slow', label: 'Succeeds, slowly' },
  { token: 'tok_twice', label: 'Succeeds, responds twice' },
  { token: 'tok_timeout', label: 'Succeeds, first response is lost' },
  { token: 'tok_down', label: 'Never responds' },
  { token: 'tok_no_capture', label: 'Authorized, then not charged' },
  { token: 'tok_no_refund', label: 'Succeeds, declines two refunds' },
] as const;

/** Simulates a real gateway with its failures, and keeps separate records. */
export class SimulatedGateway implements Gateway {
  readonly name = 'simulated';
  readonly #db: Database;
  readonly #slowMs: number;

  constructor(db: Database, slowMs = 4000) {
    this.#db = db;
    this.#slowMs = slowMs;
  }

  async perform(request: GatewayRequest, tell: (answer: GatewayResponse) => Promise<void>): Promise<void> {
    const { token } = request;
    if (token === 'tok_down') throw new Error("The payment provider isn't responding");
    if (token === 'tok_slow') await new Promise((resolve) => setTimeout(resolve, this.#slowMs));
    const booked = await transaction(this.#db, system, (tx) => bookRequest(tx, request, verdictOf(request)));
    if (token === 'tok_timeout' && booked.requests === 1)
      throw new Error("The payment provider's response was lost");
    const answer: GatewayResponse = booked.accepted
      ? { accepted: true }
      : { accepted: false, problem: booked.problem ?? 'Refused', final: booked.final };
    await tell(answer);
    if (token === 'tok_twice') await tell(answer);
  }
}

/** The outcome that a test card forces; null if it depends on earlier requests. */
function verdictOf({ kind, token }: GatewayRequest): { problem: string; final: boolean } | null {
  const known = testCards.some((card) => card.token === token);
  if (kind === 'authorise' && !known)
    return { problem: "The payment provider doesn't recognize this card", final: false };
  if (kind === 'authorise' && token === 'tok_declined') {
    return { problem: 'Declined: insufficient funds', final: false };
  }
  if (kind === 'authorise' && token === 'tok_lost') {
    return { problem: 'Declined: card reported lost', final: true };
  }
  if (kind === 'capture' && token === 'tok_no_capture') {
    return { problem: "The card's bank declined the charge", final: true };
  }
  return null;
}
