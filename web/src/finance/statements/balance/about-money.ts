const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 3,
});

/** An estimate in whole dollars, with three significant digits: 1162540 → "$11,600". */
export const aboutMoney = (cents: number): string => dollars.format(Math.round(cents / 100));
