import { usStateCode } from './us-address.ts';

/** The time zone of each state, or of most of it. */
const zonesOfStates: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DE DC FL GA ME MD MA NH NJ NY NC OH PA RI SC VT VA WV KY',
  'America/Detroit': 'MI',
  'America/Indiana/Indianapolis': 'IN',
  'America/Chicago': 'AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI',
  'America/Denver': 'CO MT NM UT WY',
  'America/Boise': 'ID',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR',
  'America/St_Thomas': 'VI',
  'Pacific/Guam': 'GU MP',
  'Pacific/Pago_Pago': 'AS',
};
const zoneOfState = new Map(
  Object.entries(zonesOfStates).flatMap(([zone, codes]) => codes.split(' ').map((code) => [code, zone])),
);

/**
 * ZIP codes and prefixes of them in the other time zone of a split state; the longest one that fits decides. Some ZIP codes
 * on a border are in both zones.
 */
const otherZones: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AK: { 'America/Adak': '99546 99547' },
  // The Navajo Nation observes daylight saving time.
  AZ: { 'America/Denver': '865 86033 86044 86045 86053 86054' },
  FL: { 'America/Chicago': '324 325', 'America/New_York': '32456 32457' },
  ID: { 'America/Los_Angeles': '835 838' },
  IN: { 'America/Chicago': '463 464 476 477 46534 47586 47951 47978' },
  KS: { 'America/Denver': '67733 67735 67741 67758 67761 67762 67836 67857 67878 67879' },
  KY: { 'America/Chicago': '420 421 422 423 424 40143 42602 42629 42642 42717 42728 42743 42754 42765' },
  MI: {
    'America/Menominee':
      '49801 49802 49831 49834 49847 49852 49858 49870 49876 49881 49887 49892 49893 49902 49903 49911 49915 49920 49927 49935 49938 49947 49959 49964 49968 49969',
  },
  NE: {
    'America/Denver':
      '693 69021 69030 69033 69045 69121 69122 69125 69127 69128 69129 69131 69133 69134 69140 69141 69144 69145 69146 69147 69148 69149 69150 69152 69153 69154 69155 69156 69160 69162 69168 69190',
  },
  NV: { 'America/Denver': '89825 89883' },
  ND: { 'America/Denver': '586 58529 58533 58538 58562 58564' },
  OR: { 'America/Boise': '979', 'America/Los_Angeles': '97904 97905 97907' },
  SD: {
    'America/Denver':
      '577 57543 57547 57551 57552 57553 57567 57574 57577 57620 57623 57625 57626 57633 57634 57638 57640 57641 57642 57644 57645 57649 57651 57656 57657 57658 57660',
  },
  TN: {
    'America/New_York': '373 374 376 377 378 379',
    'America/Chicago':
      '37305 37306 37313 37318 37324 37327 37328 37330 37334 37335 37339 37340 37342 37345 37347 37348 37349 37352 37355 37356 37357 37359 37360 37365 37366 37367 37374 37375 37376 37380 37382 37387 37388 37389 37394 37396 37397 37398',
  },
  TX: {
    'America/Denver': '799 885 79821 79835 79836 79837 79838 79839 79847 79849 79851 79853',
  },
};

interface Place {
  state: string;
  postalCode: string;
}
/** The time zone of a US address; undefined for other addresses, and while state or ZIP code are incomplete. */
export function usTimeZone({ state, postalCode }: Place): string | undefined {
  const code = usStateCode(state);
  const zip = postalCode.trim().slice(0, 5);
  if (!code || !/^\d{5}$/.test(zip)) return undefined;
  let [longest, found] = [0, zoneOfState.get(code)];
  for (const [zone, prefixes] of Object.entries(otherZones[code] ?? {})) {
    for (const prefix of prefixes.split(' ')) {
      if (prefix.length > longest && zip.startsWith(prefix)) [longest, found] = [prefix.length, zone];
    }
  }
  return found;
}
