import fc from 'fast-check';

/** Checks that a property holds for all generated values. */
export const forAll = <Values extends [unknown, ...unknown[]]>(
  ...property: Parameters<typeof fc.property<Values>>
): void => fc.assert(fc.property<Values>(...property));
