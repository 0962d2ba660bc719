import { describe, expect, test } from 'vitest';
import { ReturnInput, ReturnStep } from './returns.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const request = { orderId: id, kind: 'return', lines: [{ lineId: id, quantity: 1 }] };

describe('a return request', () => {
  test('requires at least one item', () => {
    const result = ReturnInput.safeParse({ ...request, lines: [] });

    expect(result.error?.issues[0]?.message).toBe('Choose at least one item');
  });

  test('requires a note after the return window', () => {
    const silent = ReturnInput.safeParse({ ...request, override: true });
    const parsed = ReturnInput.safeParse({ ...request, override: true, note: 'Our fault' });

    expect(silent.error?.issues).toMatchObject([
      { path: ['note'], message: 'Enter why you accept it after the return window' },
    ]);
    expect(parsed.success).toBe(true);
  });

  test('requires no note within the return window', () => {
    expect(ReturnInput.safeParse(request).success).toBe(true);
    expect(ReturnInput.safeParse({ ...request, override: false }).success).toBe(true);
  });

  test('accepts only returns and replacements', () => {
    expect(ReturnInput.safeParse({ ...request, kind: 'replace' }).success).toBe(true);
    expect(ReturnInput.safeParse({ ...request, kind: 'repair' }).success).toBe(false);
  });
});

describe('an inspection', () => {
  test('restocks received items by default', () => {
    const step = ReturnStep.parse({ status: 'received', lines: [{ lineId: id, received: 1 }] });

    expect(step.lines?.[0]?.condition).toBe('restock');
  });

  test('accepts a received quantity of 0', () => {
    const step = ReturnStep.safeParse({ status: 'received', lines: [{ lineId: id, received: 0 }] });

    expect(step.success).toBe(true);
  });
});
