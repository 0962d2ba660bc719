import { expect, test } from 'vitest';
import { patternsOf } from './patterns.ts';

const person = { names: ['Zoë "Z" O\'Hara'], emails: ['zoe+shop@home.example'], phones: ['+15125550142'] };
const without = (text: string) =>
  patternsOf(person).reduce((rest, pattern) => rest.replace(new RegExp(pattern, 'gi'), 'Erased'), text);

test.each(['+15125550142', '(512) 555-0142', '512.555.0142', '1 512 555 0142', '5125550142'])(
  'finds the phone as %s',
  (phone) => {
    expect(without(`Call ${phone} today`)).not.toMatch(/0142/);
  },
);

test('finds names and emails in any case, also in JSON', () => {
  expect(without('ask ZOË "Z" O\'HARA')).toBe('ask Erased');
  expect(without(JSON.stringify({ name: person.names[0] }))).toBe('{"name":"Erased"}');
  expect(without('To: Zoe+Shop@home.example')).toBe('To: Erased');
});

test('leaves text about others unchanged', () => {
  expect(without('zoe.shop@home.example, 5125550143, order 512')).toBe(
    'zoe.shop@home.example, 5125550143, order 512',
  );
});

test('finds a name of one word only as a whole word', () => {
  const without = (text: string, name: string) =>
    patternsOf({ names: [name], emails: [], phones: [] }).reduce(
      (rest, pattern) => rest.replace(new RegExp(pattern, 'gi'), 'Erased'),
      text,
    );

  expect(without('Ann, from the channel of ANN.', 'Ann')).toBe('Erased, from the channel of Erased.');
  expect(without('Zoë and Zoëly', 'Zoë')).toBe('Erased and Zoëly');
  expect(without('请联系李明的电话', '李明')).toBe('请联系Erased的电话');
});
