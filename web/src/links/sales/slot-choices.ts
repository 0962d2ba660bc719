import { dayIn, instantIn } from '@aisle/contract/core/dates';
import { dayAfter } from '@aisle/contract/locations/opening';
import type { DeliverySlot } from '@aisle/contract/system/settings';
import { slotText } from '../../ui/values/when.ts';

export interface SlotChoice {
  value: string;
  label: string;
  slot: { from: string; to: string };
}
export const daysAhead = 5;

/** The slots of the next days that aren't over yet, in the location's time zone. */
export function slotChoices(
  slots: readonly DeliverySlot[],
  timeZone: string | undefined,
  now: number,
): SlotChoice[] {
  const today = dayIn(timeZone, new Date(now));
  const days = Array.from({ length: daysAhead }, (_, ahead) => dayAfter(today, ahead));
  const choices = days.flatMap((day) => {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    return slots
      .filter((slot) => slot.day === undefined || slot.day === weekday)
      .map((slot) => ({
        from: instantIn(timeZone, day, slot.from),
        to: instantIn(timeZone, day, slot.to),
      }));
  });
  return choices
    .filter(({ to }) => Date.parse(to) > now)
    .sort((a, b) => a.from.localeCompare(b.from))
    .map((slot) => ({ value: `${slot.from}/${slot.to}`, label: slotText(slot, timeZone, now), slot }));
}
