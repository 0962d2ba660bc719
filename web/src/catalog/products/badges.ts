import { type Badge, badges, type missingParts } from '@aisle/contract/catalog/products';

export const badgeLabels: Record<Badge, string> = {
  none: 'None',
  newArrival: 'New arrival',
  bestSeller: 'Best seller',
  autoBestSeller: 'Best seller by sales',
};
export const badgeChoices = badges.map((value) => ({ value, label: badgeLabels[value] }));

/** How the nightly update treats each badge. `bySales` is false if the badge was removed by hand. */
export function badgeHint(badge: Badge, bySales: boolean): string {
  if (badge === 'newArrival') return 'Stays until you change it.';
  if (badge === 'bestSeller') return 'Set by you. Stays until you change it.';
  if (badge === 'autoBestSeller') {
    return 'Updated every night from the last 28 days of orders. Kept while the product is in the top 15% of its main category.';
  }
  return bySales
    ? 'Becomes "Best seller by sales" overnight when the product is in the top 10% of its main category with at least 5 orders in 28 days.'
    : 'The badge was removed by hand, so sales won\'t set it again. Choose "Best seller by sales" to turn that back on.';
}

type Missing = (typeof missingParts)[number];
const missingLabels: Record<Missing, string> = {
  image: 'Picture',
  barcode: 'Barcode',
  price: 'Price',
  facts: 'Required specification',
  tax: 'Tax',
};
export const missingChoices = Object.entries(missingLabels).map(([value, label]) => ({ value, label }));
