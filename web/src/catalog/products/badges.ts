import { type Badge, badges, type missingParts } from '@aisle/contract/catalog/products';

export const badgeLabels: Record<Badge, string> = {
  none: 'None',
  newArrival: 'New arrival',
  bestSeller: 'Best seller',
  autoBestSeller: 'Best seller by sales',
};
export const badgeChoices = badges.map((value) => ({ value, label: badgeLabels[value] }));

/** What each badge means for the nights to come; `bySales` while nobody has taken the badge away. */
export function badgeHint(badge: Badge, bySales: boolean): string {
  if (badge === 'newArrival') return 'Stays until you change it; sales do not touch it.';
  if (badge === 'bestSeller') return 'Your own choice: it stays, whatever sales say.';
  if (badge === 'autoBestSeller') {
    return 'Judged every night by the orders of the last 28 days: kept while it is among the best 15% of its top category.';
  }
  return bySales
    ? 'May become "Best seller by sales" at night: the best 10% of its top category, from 5 orders in 28 days.'
    : 'Somebody took the badge away: sales do not give it back. Choose "Best seller by sales" to let them decide again.';
}

type Missing = (typeof missingParts)[number];
const missingLabels: Record<Missing, string> = { image: 'Picture', barcode: 'Barcode', price: 'Price' };
export const missingChoices = Object.entries(missingLabels).map(([value, label]) => ({ value, label }));
