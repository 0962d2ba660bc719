import { expect, test } from 'vitest';
import { itemName } from './item-name.ts';

test.each([
  ['Peanut Butter', '16 oz', 'Peanut Butter, 16 oz'],
  ['Peanut Butter', 'Peanut Butter', 'Peanut Butter'],
  ['Peanut Butter', 'Crunchy peanut butter, 16 oz', 'Crunchy peanut butter, 16 oz'],
  ['Jalapeño Jam', 'Jalapeno Jam, 8 oz', 'Jalapeno Jam, 8 oz'],
])('names %s in its variant %s', (productName, variantName, name) => {
  expect(itemName({ productName, variantName })).toBe(name);
});
