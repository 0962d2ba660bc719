import { type Database, system, transaction } from '../../core/db/db.ts';
import type { Gateway } from '../../ledgers/gateways/gateway.ts';
import { forgetCard, nextUnusedCard } from './detach-cards.queries.ts';

/**
 * Detaches the cards of checkouts whose orders are all closed, unless the shopper saved them. No transaction is open while a
 * gateway answers, and the next run repeats what it didn't answer.
 */
export async function detachCards(db: Database, gateways: readonly Gateway[]): Promise<void> {
  for (const { name, detachCard } of gateways) {
    if (!detachCard) continue;
    for (;;) {
      const card = await transaction(db, { ...system, readOnly: true }, (tx) => nextUnusedCard(tx, name));
      if (!card) break;
      if (!card.isSaved) await detachCard(card.token);
      await transaction(db, system, (tx) => forgetCard(tx, name, card.token));
    }
  }
}
