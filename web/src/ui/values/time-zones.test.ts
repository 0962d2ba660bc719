import { expect, test } from 'vitest';
import { longZoneName, zoneChoices, zoneLabelOf } from './time-zones.ts';

test.each([
  ['America/Chicago', 'Central Time (Chicago)'],
  ['America/New_York', 'Eastern Time (New York)'],
  ['America/Indiana/Indianapolis', 'Eastern Time (Indianapolis)'],
  ['UTC', 'UTC'],
])('names %s as people do', (timeZone, label) => {
  expect(zoneLabelOf(timeZone)).toBe(label);
});

test('keeps the ID of an unknown time zone', () => {
  expect(longZoneName('Mars/Olympus')).toBe('Mars/Olympus');
});

test('labels every time zone differently', () => {
  const labels = zoneChoices().map(({ label }) => label);

  expect(labels.length).toBeGreaterThan(300);
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
});
