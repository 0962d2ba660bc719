import { expect, test } from 'vitest';
import { partQuoted } from './quoted-text.ts';

test.each([
  ['Thanks!\n\nOn Mon, Nov 23, 2026 at 9:00 AM Help <help@shop.example> wrote:\n> Hello', 'Thanks!'],
  ['Thanks!\n\nOn Mon, Nov 23, 2026 at 9:00 AM Help\n<help@shop.example> wrote:\n> Hello', 'Thanks!'],
  ['Danke\n\nAm 23.11.2026 um 09:00 schrieb Help:\n> Hallo', 'Danke'],
  ['See below\n-----Original Message-----\nFrom: Help', 'See below'],
  ['Fine\n\n> Is it?\n>\n> Yes', 'Fine'],
  ['Fine\n________________________________\nFrom: Help', 'Fine'],
])('what an answer quotes is parted from it', (text, own) => {
  const parted = partQuoted(text);

  expect(parted.text).toBe(own);
  expect(parted.quoted).toContain(text.trim().split('\n').at(-1)!);
});

test.each([
  'Nothing is quoted here',
  '> only a quote',
  'You asked\n> where is it\nand I say: here',
  'On Monday I wrote to you',
])('%j stays whole', (text) => {
  expect(partQuoted(text)).toEqual({ text, quoted: null });
});
