import { describe, expect, test } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { decideOpening, isLoopback } from './installation.ts';

const real = { isDemo: false, hasOwnPasswords: false };
const demo = { isDemo: true, hasOwnPasswords: false };
const opening = (env: Record<string, string | undefined>, known?: typeof real, used = known !== undefined) =>
  decideOpening(readSettings(env), known, used);

describe('a real installation', () => {
  test('stays real whatever DEMO says, and reports it', () => {
    for (const env of [{}, { DEMO: '1' }, { DEMO: '1', HOST: '0.0.0.0' }]) {
      const { settings, newDemo, notices } = opening(env, real);
      expect(settings).toMatchObject({ demo: false, cardGateway: 'none' });
      expect(newDemo).toBeUndefined();
      expect(notices).toEqual([expect.stringContaining('real installation')]);
    }
    expect(opening({ DEMO: '0' }, real).notices).toEqual([]);
  });

  test('includes a database in use', () => {
    expect(opening({}, undefined, true).settings.demo).toBe(false);
  });

  test('is created from an empty database in production, without a simulated gateway', () => {
    const { settings, newDemo } = opening({ NODE_ENV: 'production', DEMO: '1' });

    expect([settings.demo, settings.cardGateway, newDemo]).toEqual([false, 'none', undefined]);
    expect(() => readSettings({ NODE_ENV: 'production', CARD_GATEWAY: 'simulated' })).toThrow('CARD_GATEWAY');
  });
});

describe('a demo', () => {
  test('is created in an empty database by default, with the documented passwords only on this machine', () => {
    expect(opening({})).toMatchObject({
      settings: { demo: true, cardGateway: 'simulated' },
      newDemo: { hasOwnPasswords: false },
    });
    expect(opening({ HOST: '0.0.0.0' }).newDemo).toEqual({ hasOwnPasswords: true });
  });

  test('refuses to listen beyond this machine with known passwords', () => {
    expect(opening({ HOST: '127.0.0.1' }, demo).settings.demo).toBe(true);
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'shop.example']) {
      expect(() => opening({ HOST }, demo)).toThrow('The passwords of this demo marketplace are published');
    }
    expect(opening({ HOST: '0.0.0.0' }, { isDemo: true, hasOwnPasswords: true }).settings.demo).toBe(true);
  });

  test('refuses to start with DEMO=0 or in production', () => {
    expect(() => opening({ DEMO: '0' }, demo)).toThrow('never started with DEMO=0');
    expect(() => opening({ NODE_ENV: 'production' }, demo)).toThrow('never run in production');
  });
});

test('recognizes loopback addresses', () => {
  expect(['127.0.0.1', '127.8.8.8', '::1', 'localhost'].every(isLoopback)).toBe(true);
  expect(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example', 'localhost.example'].some(isLoopback)).toBe(
    false,
  );
});
