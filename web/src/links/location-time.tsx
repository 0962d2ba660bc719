import { DateText } from '../ui/values.tsx';
import { useTimeZones } from './use-time-zone.ts';

/** When something happened at a location, by its clock. */
export function LocationTime({ locationId, value }: { locationId: string; value: string }) {
  return <DateText value={value} withTime timeZone={useTimeZones().get(locationId)} />;
}
