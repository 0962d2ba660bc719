import { expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';

test('every answer says what a browser may do with it, also one that refuses', async () => {
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
      });
    }
  } finally {
    await shop.close();
  }
});
