import { describe, expect, test } from 'vitest';
import { AssignByFilter, Assignment } from './assignments.ts';
import { DeliverySlotRule } from './delivery-terms.ts';
import { RatesProposal } from './location-rates.ts';
import { LocationInput } from './locations.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

describe('a location', () => {
  test.each([
    ['DT-01', true],
    ['a.b_c', true],
    ['Down town', false],
    ['Zürich', false],
    ['', false],
  ])('allows the code %j: %s', (code, possible) => {
    expect(LocationInput.shape.code.safeParse(code).success).toBe(possible);
  });

  test('requires valid coordinates and an existing time zone', () => {
    expect(messageOf(LocationInput.shape.latitude.safeParse(90.1))).toBe('From -90 to 90');
    expect(messageOf(LocationInput.shape.longitude.safeParse(-181))).toBe('From -180 to 180');
    expect(messageOf(LocationInput.shape.timeZone.safeParse('Texas'))).toBe(
      'Enter a time zone like America/Chicago',
    );
    expect(LocationInput.shape.timeZone.parse(' America/Chicago ')).toBe('America/Chicago');
  });

  test('requires a delivery radius above 0 and up to 500 km', () => {
    expect(
      [0, 0.1, 500, 500.1].map((km) => LocationInput.shape.deliveryRadiusKm.safeParse(km).success),
    ).toEqual([false, true, true, false]);
  });

  test('allows clearing its email', () => {
    expect(LocationInput.shape.email.parse('')).toBeNull();
    expect(messageOf(LocationInput.shape.email.safeParse('shop'))).toBe('Enter a valid email');
  });
});

test.each([
  [{ lengthMinutes: 15, capacity: null, leadMinutes: 0 }, undefined],
  [{ lengthMinutes: 720, capacity: 1, leadMinutes: 20_160 }, undefined],
  [{ lengthMinutes: 10, capacity: null, leadMinutes: 0 }, 'Length: a whole number from 15 to 720'],
  [{ lengthMinutes: 60, capacity: 0, leadMinutes: 0 }, 'Orders per slot: a whole number from 1 to 10,000'],
  [{ lengthMinutes: 60, capacity: 5, leadMinutes: -1 }, 'Lead time: a whole number from 0 to 20,160'],
  [{ lengthMinutes: 60.5, capacity: 5, leadMinutes: 0 }, 'Length: a whole number from 15 to 720'],
])('checks the slot rule %j: %s', (rule, message) => {
  expect(messageOf(DeliverySlotRule.safeParse(rule))).toBe(message);
});

describe('an assignment', () => {
  test('requires `all` explicitly without other filters', () => {
    const choose = (filters: object) =>
      AssignByFilter.safeParse({ locationIds: [id], filters, assigned: true });

    expect(messageOf(choose({}))).toBe('Choose a category, a brand or all');
    expect(choose({ all: true }).success).toBe(true);
    expect(choose({ all: false }).success).toBe(false);
    expect(choose({ categoryId: id, brandId: id }).success).toBe(true);
  });

  test('allows clearing a custom price, but not setting it to 0', () => {
    expect(Assignment.safeParse({ subProductId: id, assigned: true, price: null }).success).toBe(true);
    expect(Assignment.safeParse({ subProductId: id, assigned: true, price: 0 }).success).toBe(false);
    expect(Assignment.parse({ subProductId: id, assigned: 'false', threshold: 0 })).toMatchObject({
      assigned: false,
      threshold: 0,
    });
  });
});

describe('a change of rates', () => {
  const propose = (...changes: object[]) => RatesProposal.safeParse({ changes });

  test('requires a tax or a commission for each category', () => {
    expect(messageOf(propose({ categoryId: id }))).toBe('Enter a tax or a commission');
    expect(propose({ categoryId: id, taxRate: null }).success).toBe(true);
    expect(propose({ categoryId: id, commissionRate: 0 }).success).toBe(true);
  });

  test('rejects a category listed twice', () => {
    expect(messageOf(propose({ categoryId: id, taxRate: 1 }, { categoryId: id, taxRate: 2 }))).toBe(
      'Each category can be listed only once',
    );
  });
});
