import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unreadableReason } from '../decrypt/why-unreadable.ts';
import { linksIn } from './links-in.ts';

test('separates links from the text around them', () => {
  expect(linksIn('Open https://a.example/x?y=1 now')).toEqual([
    { text: 'Open ', isLink: false },
    { text: 'https://a.example/x?y=1', isLink: true },
    { text: ' now', isLink: false },
  ]);
});

test('keeps all text between links', () => {
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

test.each(['javascript:alert(1)', 'ftp://a.example', 'a.example/x'])('detects no link in %s', (text) => {
  expect(linksIn(text).some(({ isLink }) => isLink)).toBe(false);
});

test.each([
  ['', "This isn't an encrypted response"],
  ['a.b.c.d.e', "This isn't an encrypted response"],
  [`${btoa('{"enc":"A256GCM"}')}.b.c.d`, "This isn't an encrypted response"],
  [`${btoa('{"enc":"A256GCM"}')}.b.c.d.e`, 'This was encrypted for another session'],
])('explains why the body %j is unreadable: %s', (sealed, reason) => {
  expect(unreadableReason(sealed)).toContain(reason);
});
