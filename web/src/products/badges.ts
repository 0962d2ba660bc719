import { type Badge, badges } from '@aisle/contract/products';

export const badgeLabels: Record<Badge, string> = {
  none: 'None',
  newArrival: 'New arrival',
  bestSeller: 'Best seller',
  autoBestSeller: 'Best seller by sales',
};
export const badgeChoices = badges.map((value) => ({ value, label: badgeLabels[value] }));
