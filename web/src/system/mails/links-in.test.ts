import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unreadableReason } from '../decrypt/why-unreadable.ts';
import { linksIn } from './links-in.ts';

test('a link in an email is separated from the words around it', () => {
  expect(linksIn('Open https://a.example/x?y=1 now')).toEqual([
    { text: 'Open ', isLink: false },
    { text: 'https://a.example/x?y=1', isLink: true },
    { text: ' now', isLink: false },
  ]);
});

test('no word of a mail is lost between its links', () => {
  const word = fc.constantFrom('https://a.example/', 'http://b.example/c', 'Dear', '<', '"', '\n', '');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const text = words.join(' ');

      expect(
        linksIn(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test.each(['javascript:alert(1)', 'ftp://a.example', 'a.example/x'])('%s is no link', (text) => {
  expect(linksIn(text).some(({ isLink }) => isLink)).toBe(false);
});

test.each([
  ['', "This isn't an encrypted response"],
  ['a.b.c.d.e', "This isn't an encrypted response"],
  [`${btoa('{"enc":"A256GCM"}')}.b.c.d`, "This isn't an encrypted response"],
  [`${btoa('{"enc":"A256GCM"}')}.b.c.d.e`, 'This was encrypted for another session'],
])('of a body %j that cannot be opened it is said: %s', (sealed, reason) => {
  expect(unreadableReason(sealed)).toContain(reason);
});
