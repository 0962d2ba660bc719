const codes =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI';
const names =
  'Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,District of Columbia,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming,American Samoa,Guam,Northern Mariana Islands,Puerto Rico,Virgin Islands';
const codeOf = new Map<string, string>();
for (const [at, code] of codes.split(' ').entries()) {
  codeOf.set(code, code).set(names.toUpperCase().split(',')[at] ?? code, code);
}

/** "TX" for "TX" and "Texas"; undefined for other states. */
export const usStateCode = (state: string): string | undefined => codeOf.get(state.trim().toUpperCase());

interface Place {
  state?: unknown;
  postalCode?: unknown;
}
/** Addresses have no country. An address is in the US if its state is a US state and its postal code is a ZIP code. */
export const isUsAddress = (place: Place | null | undefined): boolean =>
  usStateCode(String(place?.state ?? '')) !== undefined &&
  /^\d{5}(-?\d{4})?$/.test(String(place?.postalCode ?? ''));

/** US tax numbers, such as an EIN, have only digits and hyphens. Those of other countries contain letters. */
export const taxNumberProblem = (taxNumber: unknown, place: Place | null | undefined): string | undefined =>
  typeof taxNumber === 'string' && /[^\d-]/.test(taxNumber) && isUsAddress(place)
    ? 'Only digits and hyphens are allowed'
    : undefined;
