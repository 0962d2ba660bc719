import { isDeepStrictEqual } from 'node:util';
import type { PayoutOnboarding } from '@aisle/contract/locations/payout-accounts';
import { systemActor } from '../../core/audit.ts';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { mustFind, problem } from '../../core/problem.ts';
import type { Settings } from '../../core/settings.ts';
import type { GatewayName } from '../../ledgers/gateways/gateway.ts';
import type { EventHandlers } from '../../ledgers/gateways/gateway-events.ts';
import { openLocationPayouts } from '../../ledgers/gateways/gateways.ts';
import type { ConnectedAccount } from '../../ledgers/gateways/location-payouts.ts';
import { notifyOperator } from '../../ledgers/provider-transactions/operator-notices.queries.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { findLocationRef } from './assignment.queries.ts';
import {
  deleteConnected,
  findConnected,
  insertConnected,
  lockConnected,
  updateConnected,
} from './payout-onboarding.queries.ts';

export async function showOnboarding(
  tx: Tx,
  { stripe }: Pick<Settings, 'stripe'>,
  id: string,
): Promise<PayoutOnboarding> {
  mustFind(await findLocationRef(tx, id), 'Location');
  const account = await findConnected(tx, id);
  return {
    isAvailable: stripe !== null,
    state: account?.state ?? 'none',
    missing: account?.missing ?? [],
    updatedAt: account?.updatedAt ?? null,
  };
}

/** Opens an account at the provider if the location has none, and returns the link to its form. No transaction waits for it. */
export async function startOnboarding(
  { actor, services }: Pick<Context, 'actor' | 'services'>,
  id: string,
): Promise<{ url: string; expiresAt: string }> {
  const { location, known } = await services.inTransaction(actor, async (tx) => {
    await mustBeConfirmed(tx, actor);
    const found = mustFind(await findLocationRef(tx, id), 'Location');
    return { location: found, known: await findConnected(tx, id) };
  });
  const gateway = await openLocationPayouts(services.settings);
  if (!gateway) throw problem('payments.no-gateway');
  const { provider, payouts } = gateway;
  try {
    const opened = known?.account ?? (await payouts.openAccount({ id, name: location.name }));
    const account = await services.inTransaction(actor, async (tx) => {
      await insertConnected(tx, { locationId: id, provider, account: opened });
      await recordChange(tx, actor, {
        resource: 'payoutAccounts',
        action: 'onboard',
        recordId: id,
        locationId: id,
        after: { name: location.name },
      });
      return (await findConnected(tx, id))!.account;
    });
    return await payouts.onboardingLink(account, `${services.settings.publicUrl}/locations/view/${id}`);
  } catch (error) {
    services.log?.error({ err: error }, 'the card provider gave no onboarding link');
    throw problem('payouts.provider-unavailable');
  }
}

/** Takes over what the provider reports about an account. */
async function applyAccount(
  tx: Tx,
  provider: GatewayName,
  ref: string,
  reported: ConnectedAccount | null,
): Promise<void> {
  const known = await lockConnected(tx, provider, ref);
  if (!known) return;
  const { locationId, locationName, state, missing } = known;
  const change = { resource: 'payoutAccounts', recordId: locationId, locationId } as const;
  if (reported === null) {
    await deleteConnected(tx, locationId);
    await notifyOperator(
      tx,
      `${locationName} disconnected its account at the card provider. Payouts to it stop`,
    );
    await recordChange(tx, systemActor, { ...change, action: 'disconnect', after: { name: locationName } });
    return;
  }
  if (state === reported.state && isDeepStrictEqual(missing, reported.missing)) return;
  await updateConnected(tx, locationId, reported);
  await recordChange(tx, systemActor, {
    ...change,
    action: 'onboarding',
    before: { name: locationName, state, missing },
    after: { name: locationName, ...reported },
  });
}

const apply = (db: Database, provider: GatewayName, ref: string, reported: ConnectedAccount | null) =>
  transaction(db, system, (tx) => applyAccount(tx, provider, ref, reported));

export const accountEvents: EventHandlers = {
  'account.updated': async ({ db, gateway, event }) => {
    if (event.account === null || !gateway.locationPayouts) return;
    await apply(db, gateway.name, event.account, await gateway.locationPayouts.readAccount(event.account));
  },
  'account.application.deauthorized': async ({ db, gateway, event }) => {
    if (event.account !== null) await apply(db, gateway.name, event.account, null);
  },
};
