import type { Address } from '@aisle/contract/core/fields';

/** Opens the phone's map app with directions. iPhones don't support geo: links. */
export function mapLink(address: Address, agent: string): string {
  const text = [address.line1, address.city, `${address.state} ${address.postalCode}`].join(', ');
  const { latitude, longitude } = address;
  const point = latitude != null && longitude != null ? `${latitude},${longitude}` : null;
  if (/iPhone|iPad/.test(agent)) return `https://maps.apple.com/?daddr=${encodeURIComponent(point ?? text)}`;
  return point
    ? `geo:${point}?q=${point}(${encodeURIComponent(text)})`
    : `geo:0,0?q=${encodeURIComponent(text)}`;
}
