import { brandRoutes } from '@aisle/contract/catalog/brands';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { exportList } from '../../../test/list-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { neutral, plainText, typed } from '../../core/files/spreadsheet-text.ts';
import { csvCell, headingOf } from './cells.ts';

const shop = await openShop();
const admin = await shop.signIn();

const fileOf = async (name: string, format: 'csv' | 'xlsx') => {
  return (await exportList(shop, admin, name, { format })).rawPayload;
};

describe('times', () => {
  test.each([
    ['America/Chicago', '2026-11-28T05:38:00.000Z', '2026-11-27 23:38'],
    ['America/Chicago', '2026-07-01T00:00:00.000Z', '2026-06-30 19:00'],
    ['UTC', '2026-11-28T00:05:00.000Z', '2026-11-28 00:05'],
    ['Asia/Kolkata', '2026-11-27T20:00:00.000Z', '2026-11-28 01:30'],
  ])('writes times in the local time of %s', (zone, instant, time) => {
    expect(csvCell('instant', instant, zone)).toBe(time);
  });

  test('names the time zone in headings', () => {
    expect(headingOf('Placed', 'instant', 'America/Chicago')).toBe('Placed (America/Chicago)');
    expect(headingOf('Paid on', 'day', 'America/Chicago')).toBe('Paid on');
  });
});

test.each(['Ada', '+15125550199', '=1+1', "'=1", "''-x", "'x"])('keeps %j in a cell of text', (text) => {
  expect(plainText(typed(text))).toBe(text);
  expect(plainText(neutral(text))).toBe(text);
});

test('shows no apostrophe before a phone in a workbook', () => {
  expect(typed('+15125550199')).toBe('+15125550199');
});

test('begins CSV with a byte order mark and names the time zone of the marketplace', async () => {
  await admin.do(brandRoutes.create, { body: { name: 'Crème' } });

  const bytes = await fileOf('brands', 'csv');

  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [heading, row] = bytes.toString('utf8').slice(1).split('\n');
  expect(heading).toMatch(/^Name,Products,Active,Changed \(\w+(\/\w+)?\)$/);
  expect(row).toMatch(/^Crème,0,yes,\d{4}-\d\d-\d\d \d\d:\d\d$/);
});

test('writes times of a workbook as dates with a format', async () => {
  const parts = unzipSync(await fileOf('brands', 'xlsx'));

  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
  const [, style, serial] = /<c r="D2" s="(\d+)"(?: t="n")?><v>([\d.]+)<\/v>/.exec(sheet) ?? [];
  expect(Number(style)).toBeGreaterThan(0);
  // Dates are days since the end of 1899, in the marketplace's local time.
  const shown = new Date(Math.round(Number(serial) * 1440) * 60_000 - 25_569 * 86_400_000).toISOString();
  const csv = (await fileOf('brands', 'csv')).toString('utf8').trimEnd().split('\n')[1]!;
  expect(csv.endsWith(shown.slice(0, 16).replace('T', ' '))).toBe(true);
  expect(strFromU8(parts['xl/styles.xml']!)).toContain('yyyy-mm-dd hh:mm');
});
