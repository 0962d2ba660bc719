import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is routed on the Internet; ipaddr.js also calls unassigned ranges 'unicast'. */
const routed = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is anything but a public host on the Internet, so that it must not be reached through this server. */
export function isPrivateAddress(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(routed)) return true;
  return parsed.range() !== 'unicast';
}

/** The IP address in a URL that has one as its host. */
export function addressIn(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : null;
}

/** Checks only the URL itself; a host name is resolved when the request is sent. */
export function looksPrivate(url: URL): boolean {
  const address = addressIn(url);
  if (address) return isPrivateAddress(address);
  return /(^|\.)localhost\.?$/i.test(url.hostname);
}
