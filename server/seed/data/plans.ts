import type { PlanBenefits, PlanPeriod } from '@aisle/contract/customers/subscription-plans';

export interface PlanSeed {
  key: string;
  description: string;
  isActive: boolean;
  /** The first edition, and later ones with the number of days since they were first sold. */
  editions: readonly {
    name: string;
    price: number;
    period: PlanPeriod;
    benefits: PlanBenefits;
    soldSinceDays: number;
  }[];
  /** The percentage of subscribers with this plan. */
  share: number;
}

export const planSeeds: readonly PlanSeed[] = [
  {
    key: 'delivery',
    description: 'Free delivery for the weekly shop.',
    isActive: true,
    share: 45,
    editions: [
      {
        name: 'Aisle Delivery',
        price: 799,
        period: 'monthly',
        benefits: { freeDeliveryAbove: 3500, discountPercent: 0, coinMultiplier: 1 },
        soldSinceDays: 330,
      },
    ],
  },
  {
    key: 'plus',
    description: 'Free delivery, 5% off everything and double coins.',
    isActive: true,
    share: 32,
    editions: [
      {
        name: 'Aisle Plus',
        price: 1199,
        period: 'monthly',
        benefits: { freeDeliveryAbove: 2500, discountPercent: 4, coinMultiplier: 2 },
        soldSinceDays: 330,
      },
      {
        name: 'Aisle Plus',
        price: 1299,
        period: 'monthly',
        benefits: { freeDeliveryAbove: 2500, discountPercent: 5, coinMultiplier: 2 },
        soldSinceDays: 75,
      },
    ],
  },
  {
    key: 'family',
    description: 'A year for the whole family: every delivery free, 7.5% off and triple coins.',
    isActive: true,
    share: 15,
    editions: [
      {
        name: 'Aisle Family',
        price: 11_900,
        period: 'yearly',
        benefits: { freeDeliveryAbove: 0, discountPercent: 7.5, coinMultiplier: 3 },
        soldSinceDays: 330,
      },
    ],
  },
  {
    key: 'pilot',
    description: 'The plan of the first season.',
    isActive: false,
    share: 8,
    editions: [
      {
        name: 'Neighborhood pilot',
        price: 1500,
        period: 'quarterly',
        benefits: { freeDeliveryAbove: 5000, discountPercent: 3, coinMultiplier: 1.5 },
        soldSinceDays: 330,
      },
    ],
  },
];
