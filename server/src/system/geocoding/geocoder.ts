// Our own client: one request with a URL and a JSON response. Clients on the registry bring more than that.
import type { Address } from '@aisle/contract/core/fields';
import type { AddressSuggestion } from '@aisle/contract/system/geocoding';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** The part of Nominatim's response that is used. */
const Places = z.array(
  z.object({
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    address: z
      .object({
        house_number: z.string().optional(),
        road: z.string().optional(),
        city: z.string().optional(),
        town: z.string().optional(),
        village: z.string().optional(),
        state: z.string().optional(),
        'ISO3166-2-lvl4': z.string().optional(),
        postcode: z.string().optional(),
      })
      .default({}),
  }),
);
type Place = z.infer<typeof Places>[number];

const geocoderTimeoutMs = 4000;
const maxSuggestions = 5;
const answers = new LRUCache<string, Place[]>({ max: 1000, ttl: 24 * 60 * 60 * 1000 });

/** Queries the geocoder. A missing, late or invalid response counts as no result. */
async function search(geocoderUrl: string, query: Record<string, string>): Promise<Place[]> {
  const url = new URL('search', geocoderUrl.endsWith('/') ? geocoderUrl : `${geocoderUrl}/`);
  const parameters = { ...query, format: 'jsonv2', addressdetails: '1', limit: String(maxSuggestions) };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const known = answers.get(url.href);
  if (known) return known;
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': 'Aisle', accept: 'application/json' },
      signal: AbortSignal.timeout(geocoderTimeoutMs),
    });
    if (!response.ok) return [];
    const places = Places.safeParse(await response.json());
    if (!places.success) return [];
    answers.set(url.href, places.data);
    return places.data;
  } catch {
    return [];
  }
}

/** Suggests addresses that match a text, with coordinates. */
export async function suggestAddresses(geocoderUrl: string, text: string): Promise<AddressSuggestion[]> {
  const places = await search(geocoderUrl, { q: text, countrycodes: 'us' });
  return places.flatMap(({ lat, lon, address }) => {
    const city = address.city ?? address.town ?? address.village;
    // "US-TX" → "TX"
    const state = address['ISO3166-2-lvl4']?.split('-')[1] ?? address.state;
    if (!address.road || !city || !state) return [];
    const line1 = [address.house_number, address.road].filter(Boolean).join(' ');
    const postalCode = address.postcode ?? '';
    const label = `${line1}, ${city}, ${state} ${postalCode}`.trim();
    return [{ label, line1, city, state, postalCode, latitude: lat, longitude: lon }];
  });
}

/** Returns the point of an address; null if the geocoder doesn't find it. */
export async function locateAddress(
  geocoderUrl: string,
  { line1, city, state, postalCode }: Address,
): Promise<{ latitude: number; longitude: number } | null> {
  const [place] = await search(geocoderUrl, {
    street: line1,
    city,
    state,
    postalcode: postalCode,
    country: 'us',
  });
  return place ? { latitude: place.lat, longitude: place.lon } : null;
}
