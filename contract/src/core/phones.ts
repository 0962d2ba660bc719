import { plainPhone } from './normal-text.ts';

/** As people write it, "+1 (512) 555-0199": 6 to 15 digits with separators. */
const phonePattern = /^(?=.{6,25}$)\+?[ (]*[0-9](?:[ ()./-]*[0-9]){5,14}$/;
export const isPhone = (text: string): boolean => phonePattern.test(text);

/** The area code and the exchange of a number of North America begin with 2 to 9. */
const isNorthAmerican = (digits: string): boolean => /^[2-9]\d\d[2-9]\d{6}$/.test(digits);

/**
 * The number after the international prefix: 00 in most countries, 011 in North America. 011 is an area code elsewhere, so it
 * must be followed by a complete number.
 */
const dialedAbroad = (digits: string): string | undefined =>
  /^(?:00([1-9]\d{7,12})|011([1-9]\d{9,11}))$/.exec(digits)?.slice(1).find(Boolean);

/** The 0 in "+44 (0)20" is dialed only within the country. In Italy and San Marino it is part of the number. */
const withoutTrunkZero = (text: string): string =>
  text.replace(
    /^(\+?(?:00|\(?011\)?)|\+)([ (]*\d{1,3}[ )]*)\(0\)/,
    (whole, prefix: string, country: string) =>
      /^(39|378)$/.test(country.replaceAll(/\D/g, '')) ? whole : prefix + country,
  );

/**
 * The stored form: E.164, "+15125550199". Ten digits without a country code become a US number if they can be one. Text that
 * can't be a complete number stays as typed.
 */
export function storedPhone(typed: string): string {
  const text = plainPhone(typed);
  if (!isPhone(text)) return text;
  const national = withoutTrunkZero(text);
  const digits = national.replaceAll(/\D/g, '');
  // No country code starts with 0: "+0044 20" has both international prefixes.
  if (national.startsWith('+')) return `+${dialedAbroad(digits) ?? digits}`;
  if (digits.length === 10 && isNorthAmerican(digits)) return `+1${digits}`;
  if (digits.length === 11 && digits.startsWith('1') && isNorthAmerican(digits.slice(1))) return `+${digits}`;
  const abroad = dialedAbroad(digits);
  return abroad === undefined ? text : `+${abroad}`;
}

/** The displayed form: "(512) 555-0199"; numbers of other countries are shown as stored. */
export function formatPhone(phone: string): string {
  const stored = storedPhone(phone);
  const us = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(stored);
  if (us) return `(${us[1]}) ${us[2]}-${us[3]}`;
  return phone;
}
