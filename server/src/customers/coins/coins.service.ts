import type {
  CoinAdjustInput,
  CoinEntry,
  CoinHistory,
  CoinHistoryPage,
  CoinsExplained,
} from '@aisle/contract/customers/coins';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { orNull } from '../../core/db/rows/columns.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { missingAt, problem } from '../../core/problem.ts';
import { insertCoins, postToMarketplace } from '../../ledgers/money/journal.queries.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import {
  getEntry,
  insertAdjustment,
  listEntries,
  lockBalance,
  readBalance,
  readExplanation,
} from './coins.queries.ts';

export async function coinHistory(tx: Tx, actor: Actor, request: CoinHistoryPage): Promise<CoinHistory> {
  const balance = await readBalance(tx, request.customerId);
  if (!balance) throw missingAt('customerId', 'Customer');
  return { ...(await listEntries(tx, actor, request)), ...balance };
}

export async function explainCoins(tx: Tx, customerId: string): Promise<CoinsExplained> {
  const explained = await readExplanation(tx, customerId);
  if (!explained) throw missingAt('customerId', 'Customer');
  return explained;
}

/** Adds or removes a customer's coins, at the marketplace's expense. */
export async function adjustCoins(tx: Tx, actor: Actor, input: CoinAdjustInput): Promise<CoinEntry> {
  const { coins, reason, note } = input;
  const { coins: rules, coinAdjustConfirmAbove } = await getSettings(tx);
  if (Math.abs(coins) > coinAdjustConfirmAbove) await mustBeConfirmed(tx, actor);
  const customer = await lockBalance(tx, input.customerId);
  if (!customer) throw missingAt('customerId', 'Customer');
  const { id: customerId, name, balance } = customer;
  if (balance + coins < 0) throw problem('coins.too-few', { name, balance });
  const { id, worth } = await insertCoins(tx, {
    customerId,
    kind: 'adjusted',
    coins,
    causeId: newId(),
    orderId: null,
    locationId: null,
    userId: actor.userId,
    userName: actor.name,
    ...(coins > 0 && { lot: { worth: coins * rules.redeemCents, expiryDays: rules.expiryDays } }),
  });
  await insertAdjustment(tx, { customerId, entryId: id, reason, note: orNull(note ?? null) });
  if (worth !== 0) {
    await postToMarketplace(tx, {
      kind: 'coinAdjustment',
      causeId: id,
      entries: [
        { account: 'coinsLiability', part: 'adjustment', amount: -worth },
        { account: 'discounts', part: 'adjustment', amount: worth },
      ],
    });
  }
  await recordChange(tx, actor, {
    action: 'adjustCoins',
    resource: 'customers',
    recordId: customerId,
    before: { coinBalance: balance },
    after: { coinBalance: balance + coins, reason },
  });
  return getEntry(tx, customerId, id);
}
