import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Seals } from '../../../core/db/seals/seals.ts';
import { newId } from '../../../core/ids.ts';
import { replyAddress, ticketOfAddress } from './reply-address.ts';

const seals = new Seals(randomBytes(32));

test('identifies the ticket in upper and lower case', () => {
  for (const id of [
    newId(),
    '00000000-0000-7000-8000-000000000001',
    'ffffffff-ffff-7fff-bfff-ffffffffffff',
  ]) {
    const address = replyAddress(seals, 'help@shop.example', id);

    expect(address).toMatch(/^help\+[0-9a-z]{41}@shop\.example$/);
    expect(ticketOfAddress(seals, address)).toBe(id);
    expect(ticketOfAddress(seals, address.toUpperCase())).toBe(id);
  }
});

test('rejects an invented address', () => {
  const [first, second] = [newId(), newId()].map((id) => replyAddress(seals, 'help@shop.example', id));
  const mixed = first!.slice(0, 5 + 25) + second!.slice(5 + 25);

  expect(ticketOfAddress(seals, mixed)).toBeUndefined();
  expect(ticketOfAddress(new Seals(randomBytes(32)), first!)).toBeUndefined();
  expect(ticketOfAddress(seals, 'help@shop.example')).toBeUndefined();
});
