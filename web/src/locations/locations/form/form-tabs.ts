import type { LocationValues } from './location-values.ts';

/** The tabs of the form, and the fields of each. */
export const formTabs = [
  {
    key: 'general',
    label: 'General',
    fields: [
      'name',
      'code',
      'phone',
      'email',
      'address',
      'latitude',
      'longitude',
      'timeZone',
      'status',
      'commissionRate',
    ],
  },
  { key: 'hours', label: 'Hours', fields: ['alwaysOpen', 'openingHours', 'hoursExceptions'] },
  {
    key: 'delivery',
    label: 'Delivery',
    fields: [
      'deliveryRadiusKm',
      'areaKind',
      'deliveryArea',
      'ownFee',
      'deliveryFee',
      'ownSlots',
      'deliverySlots',
      'minimumOrder',
      'acceptsPickup',
    ],
  },
] as const satisfies { key: string; label: string; fields: readonly (keyof LocationValues)[] }[];
export type FormTabKey = (typeof formTabs)[number]['key'];
