import { BlockList, isIP } from 'node:net';

/** Networks that are nobody's on the Internet: what stands there is not for strangers to reach through us. */
const closed = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed.addSubnet(net, bits, 'ipv4');
}
/** Of the second Internet only what is routed is open; parts of it lead back into the first one. */
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(net, bits, 'ipv6');
}

export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return closed.check(address, 'ipv4');
  return !open.check(address, 'ipv6') || closed.check(address, 'ipv6');
}

/** The address that a URL spells out, if it does. */
export function spelledOut(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : null;
}

/** What can be told from the URL alone; where its name leads is only known when something is sent. */
export function looksPrivate(url: URL): boolean {
  const address = spelledOut(url);
  if (address) return isPrivateAddress(address);
  return /(^|\.)localhost\.?$/i.test(url.hostname);
}
