import { expect, test } from 'vitest';
import { usTimeZone } from './us-time-zone.ts';

test.each([
  ['TX', '78704', 'America/Chicago'],
  ['texas', '78704-1234', 'America/Chicago'],
  ['TX', '79901', 'America/Denver'],
  ['NY', '10001', 'America/New_York'],
  ['FL', '33101', 'America/New_York'],
  ['FL', '32501', 'America/Chicago'],
  ['FL', '32456', 'America/New_York'],
  ['IN', '46204', 'America/Indiana/Indianapolis'],
  ['IN', '46402', 'America/Chicago'],
  ['TN', '37203', 'America/Chicago'],
  ['TN', '37402', 'America/New_York'],
  ['TN', '37388', 'America/Chicago'],
  ['TN', '37311', 'America/New_York'],
  ['KY', '40202', 'America/New_York'],
  ['KY', '42101', 'America/Chicago'],
  ['AZ', '85001', 'America/Phoenix'],
  ['AZ', '86515', 'America/Denver'],
  ['ID', '83814', 'America/Los_Angeles'],
  ['SD', '57701', 'America/Denver'],
  ['MI', '49801', 'America/Menominee'],
  ['HI', '96813', 'Pacific/Honolulu'],
  ['PR', '00901', 'America/Puerto_Rico'],
])('finds the time zone of %s %s', (state, postalCode, zone) => {
  expect(usTimeZone({ state, postalCode })).toBe(zone);
});

test('finds nothing for an incomplete address or another country', () => {
  expect(usTimeZone({ state: 'TX', postalCode: '787' })).toBeUndefined();
  expect(usTimeZone({ state: 'Bavaria', postalCode: '80331' })).toBeUndefined();
});

test('names only time zones that exist', () => {
  for (const state of ['TX', 'MI', 'AK', 'OR', 'NE', 'GU', 'VI', 'AS']) {
    for (const postalCode of ['00000', '49801', '99546', '97914', '69301']) {
      const timeZone = usTimeZone({ state, postalCode });
      expect(() => new Intl.DateTimeFormat('en-US', { timeZone })).not.toThrow();
    }
  }
});
