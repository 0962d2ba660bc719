import { expect, test } from 'vitest';
import { isPrivateAddress, looksPrivate } from './private-addresses.ts';

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '10.0.0.8',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fd00::1]',
  '[ff02::1]',
  '[4000::1]',
  'localhost',
  'shop.localhost',
  'LOCALHOST.',
])('recognizes https://%s/ as private', (host) => {
  expect(looksPrivate(new URL(`https://${host}/`))).toBe(true);
});

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '2001:4860:4860::8888'])(
  'recognizes %s as a public host',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);
