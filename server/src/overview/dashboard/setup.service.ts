import { isDeepStrictEqual } from 'node:util';
import type { Setup } from '@aisle/contract/overview/dashboard';
import { defaultSettings } from '@aisle/contract/system/settings';
import type { Context } from '../../core/context.ts';
import { canTakeOrders } from '../../locations/locations/location-view.service.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { findSetup } from './setup.queries.ts';

/** Which setup steps of the marketplace are done, whether by a record or because an administrator marked them. */
export async function readSetup({ tx, services }: Pick<Context, 'tx' | 'services'>): Promise<Setup> {
  const { brandName, paymentTypes, deliveryInfo, setup, version } = await getSettings(tx);
  const found = await findSetup(tx);
  const ready =
    found.firstLocationId !== null && (await canTakeOrders(tx, services.storage, found.firstLocationId));
  const isDone = {
    ...found,
    ready,
    marketplace: brandName !== defaultSettings.brandName,
    payment: !isDeepStrictEqual(paymentTypes, defaultSettings.paymentTypes),
    delivery: !isDeepStrictEqual(deliveryInfo, defaultSettings.deliveryInfo),
  };
  const marked = Object.fromEntries(setup.done.map((step) => [step, true]));
  return { ...isDone, ...marked, marked: setup.done, settingsVersion: version };
}
