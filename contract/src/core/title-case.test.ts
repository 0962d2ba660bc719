import { expect, test } from 'vitest';
import { titleCase } from './title-case.ts';

test.each([
  ['energy granola bars', 'Energy Granola Bars'],
  ['nuts and seeds', 'Nuts and Seeds'],
  ['the pantry', 'The Pantry'],
  ['BBQ sauces', 'BBQ Sauces'],
  ['FROZEN FOODS', 'Frozen Foods'],
  ['BBQ', 'BBQ'],
  ['ready-to-eat meals', 'Ready-To-Eat Meals'],
  ['açaí & crème', 'Açaí & Crème'],
  ['Snacks & Candy', 'Snacks & Candy'],
  ['7up', '7up'],
])('writes %s as %s', (name, title) => {
  expect(titleCase(name)).toBe(title);
  expect(titleCase(title)).toBe(title);
});
