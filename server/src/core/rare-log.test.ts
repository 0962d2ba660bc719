import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RareLog } from './rare-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('logs a repeated message once a minute, with the number of omitted ones', () => {
  const rare = new RareLog();
  const logged: object[] = [];
  const fail = (kind: string) => rare.write(kind, (left) => logged.push({ kind, ...left }));

  for (let second = 0; second < 59; second += 1) {
    fail('webhooks');
    vi.advanceTimersByTime(1000);
  }
  fail('email');
  vi.advanceTimersByTime(1000);
  fail('webhooks');

  expect(logged).toEqual([{ kind: 'webhooks' }, { kind: 'email' }, { kind: 'webhooks', leftOut: 58 }]);
});
