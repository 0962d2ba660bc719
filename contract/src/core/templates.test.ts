import { expect, test } from 'vitest';
import {
  fieldsIn,
  fillParagraphs,
  fillTemplate,
  readablePart,
  templateProblem,
  templateText,
} from './templates.ts';

const known = { 'customer.firstName': 'First name', 'pickup.code': 'Pickup code' };

test('fills in fields with any spacing', () => {
  expect(
    fillTemplate('Hi {{customer.firstName}} and {{ customer.firstName }}!', { 'customer.firstName': 'Ada' }),
  ).toBe('Hi Ada and Ada!');
});

test('keeps a value that looks like a field', () => {
  const values = { 'customer.firstName': '{{pickup.code}}', 'pickup.code': '4711' };

  expect(fillTemplate('{{customer.firstName}}', values)).toBe('{{pickup.code}}');
});

test.each([
  ['Hi {{customer.firstname}}', "{{customer.firstname}} isn't a field. Choose one from the list"],
  ['Hi {{constructor}}', "{{constructor}} isn't a field. Choose one from the list"],
  ['Hi {{}}', "{{}} isn't a field. Choose one from the list"],
  ['Hi {{customer.firstName}', 'A field must look like {{customer.firstName}}'],
  ['Hi customer.firstName}}', 'A field must look like {{customer.firstName}}'],
])('rejects %s', (text, reason) => {
  expect(templateProblem(text, known)).toBe(reason);
  expect(templateText('Text', 100, known).safeParse(text).error?.issues[0]?.message).toBe(reason);
});

test('accepts a text without fields, or with known ones', () => {
  expect(templateProblem('Plain { braces } are text', known)).toBeNull();
  expect(templateText('Text', 100, known).parse(' {{customer.firstName}} ')).toBe('{{customer.firstName}}');
  expect(fieldsIn('{{a}} {{b}} {{a}}')).toEqual(['a', 'b']);
});

test('omits a paragraph whose fields are all empty', () => {
  const text = 'Hello {{customer.firstName}},\n\nYour code is {{pickup.code}}.\n\nBye';

  expect(fillParagraphs(text, { 'customer.firstName': 'Ada', 'pickup.code': '' })).toBe('Hello Ada,\n\nBye');
});

test.each([
  ['Hi {{customer.firstName}}, {{customer.nam}} soon', 'Hi {{customer.firstName}},  soon'],
  ['Hi {{customer.firstName}} and {{cust', 'Hi {{customer.firstName}} and '],
  ['Hi {{ cust, soon', 'Hi , soon'],
  ['Hi }} there', 'Hi  there'],
])('keeps the readable part of the unfinished text %s', (text, readable) => {
  expect(readablePart(text, known)).toBe(readable);
  expect(templateProblem(readablePart(text, known), known)).toBeNull();
});
