import type { geocodingRoutes } from '@aisle/contract/system/geocoding';
import type { Handlers } from '../../core/http/serve.ts';
import { locateAddress, suggestAddresses } from './geocoder.ts';
import { pointOf } from './postal-codes.ts';

export const geocodingHandlers: Handlers<typeof geocodingRoutes> = {
  suggest: async ({ body, services: { settings } }) => ({
    isAvailable: settings.geocoderUrl !== undefined,
    suggestions: settings.geocoderUrl ? await suggestAddresses(settings.geocoderUrl, body.text) : [],
  }),
  locate: async ({ body: { address }, services: { settings } }) => {
    const exact = settings.geocoderUrl ? await locateAddress(settings.geocoderUrl, address) : null;
    if (exact) return { ...exact, isApproximate: false };
    return pointOf({ postalCode: address.postalCode });
  },
};
