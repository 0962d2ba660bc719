import { expect, test } from 'vitest';
import { openShop } from '../../../../test/shop.ts';

test('sends security headers with every response, including refusals', async () => {
  const shop = await openShop();
  try {
    for (const url of ['/livez', '/api/v2/order/list', '/nowhere']) {
      const { headers } = await shop.server.inject({ url });
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      expect(headers['content-security-policy']).toContain("font-src 'self';");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        // Browsers log an error for every name that they don't know.
        'permissions-policy':
          'camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), serial=(), display-capture=()',
      });
    }
  } finally {
    await shop.close();
  }
});

test.each([
  [undefined, "img-src 'self' data: blob:;"],
  ['https://tiles.example.com', "img-src 'self' data: blob: https://tiles.example.com;"],
])('allows pictures from this server and the map tile host: %s', async (source, directive) => {
  const shop = await openShop({
    mapTiles: source ? { url: `${source}/{z}/{x}/{y}.png`, source, attribution: '' } : undefined,
  });
  try {
    const { headers } = await shop.server.inject({ url: '/livez' });
    expect(headers['content-security-policy']).toContain(directive);
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
  } finally {
    await shop.close();
  }
});

test.each([
  ['https://shop.example.com', 'max-age=31536000; includeSubDomains'],
  ['http://shop.example.com', undefined],
])('enforces TLS only if the public URL uses it: %s', async (publicUrl, header) => {
  const shop = await openShop({ publicUrl });
  try {
    expect((await shop.server.inject('/livez')).headers['strict-transport-security']).toBe(header);
  } finally {
    await shop.close();
  }
});
