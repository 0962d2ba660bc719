import { z } from 'zod';
import { Address, requiredText } from '../core/fields.ts';
import { routes } from '../core/route.ts';

export const AddressSuggestion = z.object({
  /** The complete address in one line. */
  label: z.string(),
  line1: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type AddressSuggestion = z.infer<typeof AddressSuggestion>;

export const GeocodedPoint = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** True if only the postal code is known; the point is the center of its area then. */
  isApproximate: z.boolean(),
});
export type GeocodedPoint = z.infer<typeof GeocodedPoint>;

export const geocodingRoutes = routes('geocoding', {
  suggest: {
    method: 'POST',
    path: '/geocode/suggest',
    permission: 'signedIn',
    summary: 'Addresses that start like the text; none, and not available, without a geocoder',
    body: z.strictObject({ text: requiredText('Text', 200) }),
    data: z.object({ isAvailable: z.boolean(), suggestions: z.array(AddressSuggestion) }),
    reads: true,
    outside: true,
  },
  locate: {
    method: 'POST',
    path: '/geocode/locate',
    permission: 'signedIn',
    summary:
      'The coordinates of an address: by the geocoder, else by its postal code; null if neither knows it',
    body: z.strictObject({ address: Address }),
    data: GeocodedPoint.nullable(),
    reads: true,
    outside: true,
  },
});
