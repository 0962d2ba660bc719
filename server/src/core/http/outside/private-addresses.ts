import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is routed on the Internet; ipaddr.js calls what nobody was assigned 'unicast' too. */
const routed = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is anything but a host on the Internet: what is there must not be reached through us. */
export function isPrivateAddress(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(routed)) return true;
  return parsed.range() !== 'unicast';
}

/** The address in a URL that has one in place of a name. */
export function addressIn(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : null;
}

/** What the URL alone shows; the address of a name is only known when something is sent. */
export function looksPrivate(url: URL): boolean {
  const address = addressIn(url);
  if (address) return isPrivateAddress(address);
  return /(^|\.)localhost\.?$/i.test(url.hostname);
}
