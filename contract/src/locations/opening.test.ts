import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeliverySlotRule } from './delivery-terms.ts';
import {
  dayAfter,
  daysAhead,
  hoursOn,
  isOpenDuring,
  type OpeningRules,
  opensSoon,
  type Span,
  slotProblem,
  slotsAhead,
  slotsOn,
  weekdayOf,
  weeklyHoursOn,
} from './opening.ts';

const openingHours = {
  monday: [
    { opens: '08:00', closes: '12:00' },
    { opens: '14:00', closes: '24:00' },
  ],
};
const place = (parts: Partial<OpeningRules> = {}): OpeningRules => ({
  timeZone: 'America/Chicago',
  openingHours,
  hoursExceptions: [],
  holidays: [],
  ...parts,
});
// In winter Chicago is six hours behind UTC; 2035-01-01 is a Monday.
const at = (from: string, to: string) => ({
  from: `2035-01-01T${from}:00-06:00`,
  to: `2035-01-01T${to}:00-06:00`,
});

test.each([
  ['08:00', '09:00', true],
  ['07:00', '08:00', false],
  ['07:00', '08:01', true],
  ['12:00', '14:00', false],
  ['11:00', '15:00', true],
  ['22:00', '23:59', true],
  ['08:00', '08:00', true],
  ['07:59', '07:59', false],
  ['12:00', '12:00', false],
])('checks whether a location is open on a Monday from %s to %s: %s', (from, to, expected) => {
  expect(isOpenDuring(place(), at(from, to))).toBe(expected);
});

test('closes on a missing day, and is always open without any days', () => {
  const tuesday = { from: '2035-01-02T16:00:00Z', to: '2035-01-02T17:00:00Z' };

  expect(isOpenDuring(place(), tuesday)).toBe(false);
  expect(isOpenDuring(place({ openingHours: {} }), tuesday)).toBe(true);
});

test('counts a slot across midnight for both days', () => {
  const overnight = { from: '2035-01-01T23:00:00-06:00', to: '2035-01-02T01:00:00-06:00' };

  expect(isOpenDuring(place(), overnight)).toBe(true);
});

test('prefers the hours of a date to those of its weekday, even if always open otherwise', () => {
  const closed = [{ date: '2035-01-01', spans: [] }];
  const late = [{ date: '2035-01-02', spans: [{ opens: '18:00', closes: '20:00' }] }];
  const tuesdayNight = { from: '2035-01-02T19:00:00-06:00', to: '2035-01-02T19:30:00-06:00' };

  expect(isOpenDuring(place({ hoursExceptions: closed }), at('08:00', '09:00'))).toBe(false);
  expect(isOpenDuring(place({ openingHours: {}, hoursExceptions: closed }), at('08:00', '09:00'))).toBe(
    false,
  );
  expect(isOpenDuring(place({ hoursExceptions: late }), tuesdayNight)).toBe(true);
});

test("doesn't open soon if it is closed on each of the next fourteen days", () => {
  const monday = Date.parse('2035-01-01T20:00:00-06:00');
  const allMondays = ['2035-01-01', '2035-01-08'].map((date) => ({ date, spans: [] }));

  expect(opensSoon(place(), monday)).toBe(true);
  expect(opensSoon(place({ hoursExceptions: allMondays }), monday)).toBe(false);
  expect(opensSoon(place({ openingHours: { monday: [] } }), monday)).toBe(false);
  // Only slots in the rest of today count.
  const lastDay = { hoursExceptions: ['2035-01-08', '2035-01-15'].map((date) => ({ date, spans: [] })) };
  expect(opensSoon(place(lastDay), Date.parse('2035-01-01T23:30:00-06:00'))).toBe(true);
  expect(opensSoon(place(lastDay), Date.parse('2035-01-02T00:30:00-06:00'))).toBe(false);
});

test('lists the next days of the location with clock changes', () => {
  // It is still Saturday in Chicago; clocks go back on Sunday, 2026-11-01, and forward on 2026-03-08.
  const autumn = daysAhead(place(), Date.parse('2026-11-01T03:00:00Z'), 3);
  const spring = daysAhead(place(), Date.parse('2026-03-07T18:00:00Z'), 3);

  expect(autumn.map(({ day, clocks }) => [day, clocks])).toEqual([
    ['2026-10-31', null],
    ['2026-11-01', 'back'],
    ['2026-11-02', null],
  ]);
  expect(autumn.map(({ spans }) => spans.length)).toEqual([0, 0, 2]);
  expect(spring.map(({ clocks }) => clocks)).toEqual([null, 'forward', null]);
});

const rule: DeliverySlotRule = { lengthMinutes: 120, capacity: null, leadMinutes: 60 };

test('fills opening hours with slots that can be chosen until the lead time', () => {
  const slots = slotsAhead(
    place({ openingHours: { monday: [{ opens: '08:00', closes: '13:00' }] } }),
    rule,
    Date.parse('2035-01-01T07:30:00-06:00'),
    7,
  );

  expect(slots).toEqual([{ from: '2035-01-01T16:00:00.000Z', to: '2035-01-01T18:00:00.000Z' }]);
});

test('places slots at local times before and after a clock change', () => {
  const always = place({ openingHours: {}, hoursExceptions: [] });
  const slots = slotsAhead(always, { ...rule, leadMinutes: 0 }, Date.parse('2026-11-01T04:00:00Z'), 3);
  const at10 = (day: string) => slots.find(({ from }) => from.startsWith(day))?.from;

  expect(at10('2026-11-01T16')).toBe('2026-11-01T16:00:00.000Z');
  expect(slots).toContainEqual({ from: '2026-11-02T16:00:00.000Z', to: '2026-11-02T18:00:00.000Z' });
  // Midnight to two lasts three hours that night, because one o'clock occurs twice.
  expect(slots).toContainEqual({ from: '2026-11-01T05:00:00.000Z', to: '2026-11-01T08:00:00.000Z' });
});

test.each([
  [{ from: '2035-01-01T08:00:00-06:00', to: '2035-01-01T10:00:00-06:00' }, null],
  [{ from: '2035-01-01T14:00:00.000Z', to: '2035-01-01T16:00:00.000Z' }, null],
  [{ from: '2035-01-01T08:30:00-06:00', to: '2035-01-01T10:30:00-06:00' }, 'not-a-slot'],
  [{ from: '2035-01-01T12:00:00-06:00', to: '2035-01-01T14:00:00-06:00' }, 'not-a-slot'],
  [{ from: '2035-01-08T08:00:00-06:00', to: '2035-01-08T10:00:00-06:00' }, null],
] as const)('checks the slot %j: %s', (slot, expected) => {
  const now = Date.parse('2035-01-01T07:00:00-06:00');

  expect(slotProblem(place(), rule, slot, now)).toBe(expected);
  expect(slotProblem(place(), { ...rule, leadMinutes: 10_000_000 }, slot, now)).toBe(expected ?? 'too-soon');
});

const chicago = place({ openingHours: {} });
const zones = ['America/Chicago', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC', 'Australia/Sydney'];
const aDay = fc.integer({ min: 0, max: 1500 }).map((days) => dayAfter('2026-01-01', days));

test('offers the slots of a day without gaps, even across clock changes', () => {
  const length = fc.constantFrom(15, 30, 60, 120, 240);
  fc.assert(
    fc.property(fc.constantFrom(...zones), aDay, length, (timeZone, day, lengthMinutes) => {
      const slots = slotsOn({ ...chicago, timeZone }, { ...rule, lengthMinutes }, day);

      for (const [at, slot] of slots.entries()) {
        expect(slot.from < slot.to).toBe(true);
        if (at > 0) expect(slot.from).toBe(slots[at - 1]?.to);
      }
    }),
    { numRuns: 60 },
  );
});

test('accepts every offered slot, and offers slots only within opening hours', () => {
  const half = place({
    openingHours: {
      monday: [{ opens: '07:30', closes: '12:45' }],
      friday: [{ opens: '20:00', closes: '24:00' }],
    },
  });
  fc.assert(
    fc.property(fc.constantFrom(...zones), aDay, (timeZone, day) => {
      const there = { ...half, timeZone };
      const now = Date.parse(`${day}T06:00:00Z`);

      for (const slot of slotsAhead(there, rule, now, 8)) {
        expect(slotProblem(there, rule, slot, now)).toBeNull();
        expect(isOpenDuring(there, slot)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

test('opens soon exactly if one of the next days has remaining hours', () => {
  const exception = fc.record({
    date: fc.integer({ min: 0, max: 20 }).map((days) => dayAfter('2035-01-01', days)),
    spans: fc.constant<Span[]>([]),
  });
  fc.assert(
    fc.property(fc.uniqueArray(exception, { selector: ({ date }) => date }), (hoursExceptions) => {
      const there = place({ hoursExceptions });
      const midnight = Date.parse('2035-01-01T00:00:00-06:00');

      expect(opensSoon(there, midnight)).toBe(
        daysAhead(there, midnight).some(({ spans }) => spans.length > 0),
      );
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-07', 2, '2026-03-09'],
  ['2026-03-01', -1, '2026-02-28'],
])('calculates %s plus %i days as %s', (day, days, expected) => {
  expect(dayAfter(day, days)).toBe(expected);
});

test.each([
  ['2026-11-22', 'sunday'],
  ['2026-11-23', 'monday'],
  ['2028-02-29', 'tuesday'],
])('returns the weekday of %s: %s', (day, weekday) => {
  expect(weekdayOf(day)).toBe(weekday);
});

test('returns the note of special hours', () => {
  const christmas = { date: '2035-01-01', spans: [], note: 'New Year' };

  expect(hoursOn(place({ hoursExceptions: [christmas] }), '2035-01-01').exception?.note).toBe('New Year');
  expect(hoursOn(place({ hoursExceptions: [christmas] }), '2035-01-08').exception).toBeUndefined();
});

test('uses the time zone of the location', () => {
  const noonInLondon = { from: '2035-01-01T12:00:00Z', to: '2035-01-01T12:00:00Z' };

  expect(
    isOpenDuring(
      place({ timeZone: 'Europe/London', openingHours: { monday: [{ opens: '11:00', closes: '13:00' }] } }),
      noonInLondon,
    ),
  ).toBe(true);
  expect(
    isOpenDuring(place({ openingHours: { monday: [{ opens: '11:00', closes: '13:00' }] } }), noonInLondon),
  ).toBe(false);
});

test('applies a holiday of the marketplace unless the location has special hours', () => {
  const holidays = [{ date: '2035-01-01', spans: [], note: 'New Year' }];
  const open = [{ opens: '10:00', closes: '14:00' }];
  const inheriting = place({ holidays });
  const opening = place({ holidays, hoursExceptions: [{ date: '2035-01-01', spans: open, note: null }] });

  expect(hoursOn(inheriting, '2035-01-01')).toMatchObject({ spans: [], exception: { note: 'New Year' } });
  expect(hoursOn(opening, '2035-01-01').spans).toEqual(open);
  expect(hoursOn(inheriting, '2035-01-08').exception).toBeUndefined();
  expect(weeklyHoursOn(inheriting, '2035-01-01')).toEqual(openingHours.monday);
});
