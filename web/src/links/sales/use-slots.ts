import { locationRoutes } from '@aisle/contract/locations/locations';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { slotText } from '../../ui/values/when.ts';
import { useTimeZone } from '../locations/use-time-zone.ts';
import { daysAhead, type SlotChoice, slotChoices } from './slot-choices.ts';

/** The available slots: those of the location with their capacity, otherwise those of the marketplace. */
export function useSlots(locationId: string | null): (SlotChoice & { isFull?: boolean })[] {
  const ordering = useQuery(read(settingsRoutes.ordering, {}));
  const timeZone = useTimeZone(locationId);
  const own = useQuery({
    ...read(locationRoutes.slots, { params: { id: locationId ?? '' }, query: { days: daysAhead } }),
    enabled: locationId !== null,
    meta: { quiet: true },
  });
  const now = Date.now();
  if (locationId && !own.data) return [];
  if (!own.data?.isOwn) return slotChoices(ordering.data?.deliveryInfo.slots ?? [], timeZone, now);
  return own.data.slots.map(({ from, to, left, isFull }) => ({
    value: `${from}/${to}`,
    label: slotText({ from, to }, own.data.timeZone, now) + (left === null ? '' : slotsText(left)),
    slot: { from, to },
    isFull,
  }));
}

const slotsText = (left: number): string => (left === 0 ? ' · full' : ` · ${left} left`);
