import type { DeliveryArea } from '@aisle/contract/locations/delivery-area';
import type { DeliverySlotRule } from '@aisle/contract/locations/delivery-terms';
import { type Location, LocationInput } from '@aisle/contract/locations/locations';
import { z } from 'zod';
import { addressValues } from '../../../ui/form/fields/address-fields.tsx';
import type { ZodForm } from '../../../ui/form/use-zod-form.ts';
import { hoursOf, isAlwaysOpen, weekOf } from '../../../ui/hours/opening-hours.ts';

const defaultSlots: DeliverySlotRule = { lengthMinutes: 120, capacity: null, leadMinutes: 60 };

/** The kinds of delivery area. */
export type AreaKind = 'circle' | DeliveryArea['kind'];
/** Required by the contract, but unused if the location has another kind of area. */
export const defaultRadiusKm = 8.047;

/** The time zone of a new location until its address is known. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function toValues(location?: Location) {
  const fee = location?.deliveryFee;
  const area = location?.deliveryArea;
  return {
    name: location?.name ?? '',
    code: location?.code ?? '',
    phone: location?.phone ?? '',
    email: location?.email ?? '',
    address: addressValues(location?.address),
    latitude: location?.latitude ?? (null as number | null),
    longitude: location?.longitude ?? (null as number | null),
    timeZone: location?.timeZone ?? browserTimeZone(),
    alwaysOpen: isAlwaysOpen(location?.openingHours),
    openingHours: weekOf(location?.openingHours),
    hoursExceptions: location?.hoursExceptions ?? [],
    deliveryRadiusKm: location?.deliveryRadiusKm ?? (null as number | null),
    areaKind: (area?.kind ?? 'circle') as AreaKind,
    // Keeps both kinds, so that switching back and forth loses nothing.
    deliveryArea: {
      points: area?.kind === 'polygon' ? area.points : [],
      codes: area?.kind === 'postalCodes' ? area.codes : [],
    },
    ownFee: Boolean(fee),
    deliveryFee: { base: fee?.base ?? 0, perMile: fee?.perMile ?? 0, freeAbove: fee?.freeAbove ?? null },
    ownSlots: Boolean(location?.deliverySlots),
    deliverySlots: location?.deliverySlots ?? defaultSlots,
    minimumOrder: location?.minimumOrder ?? (null as number | null),
    acceptsPickup: location?.acceptsPickup ?? true,
    commissionRate: location?.commissionRate ?? (null as number | null),
    status: location?.status ?? true,
    // The code doesn't compile if a field of the contract is missing here.
  };
}
type LocationValues = ReturnType<typeof toValues>;
export type FormOfLocation = ZodForm<LocationValues, LocationInput>;

const hoursFields = ['alwaysOpen', 'openingHours', 'hoursExceptions'] as const;
const deliveryFields = [
  'deliveryRadiusKm',
  'areaKind',
  'deliveryArea',
  'ownFee',
  'deliveryFee',
  'ownSlots',
  'deliverySlots',
  'minimumOrder',
  'acceptsPickup',
] as const;
const otherTabs: readonly string[] = [...hoursFields, ...deliveryFields] satisfies (keyof LocationValues)[];

/** The tabs of the form, and the fields of each. */
export const formTabs = [
  {
    key: 'general',
    label: 'General',
    fields: Object.keys(toValues()).filter((field) => !otherTabs.includes(field)),
  },
  { key: 'hours', label: 'Hours', fields: hoursFields },
  { key: 'delivery', label: 'Delivery', fields: deliveryFields },
] as const;
export type FormTabKey = (typeof formTabs)[number]['key'];

/** Converts the switches of the form to the stored values. */
export const LocationFields = z.preprocess((values) => {
  const { alwaysOpen, ownFee, ownSlots, openingHours, deliveryFee, deliverySlots, ...others } =
    values as LocationValues;
  const { areaKind, deliveryArea, deliveryRadiusKm, ...rest } = others;
  return {
    ...rest,
    openingHours: alwaysOpen ? {} : hoursOf(openingHours),
    deliveryRadiusKm: deliveryRadiusKm ?? (areaKind === 'circle' ? null : defaultRadiusKm),
    deliveryArea: areaOf(areaKind, deliveryArea),
    deliveryFee: ownFee ? deliveryFee : null,
    deliverySlots: ownSlots ? deliverySlots : null,
  };
}, LocationInput);

function areaOf(kind: AreaKind, { points, codes }: LocationValues['deliveryArea']) {
  if (kind === 'circle') return null;
  return kind === 'polygon' ? { kind, points } : { kind, codes };
}
