import { formatCount } from '@aisle/contract/core/how-many';
import { type LocationView, locationRoutes } from '@aisle/contract/locations/locations';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { slotText } from '../../../ui/values/when.ts';
import classes from './delivery.module.css';

const most = 12;

/** The slots that customers are offered next, and how full they are. */
export function NextSlots({ locationId }: { locationId: LocationView['_id'] }) {
  const query = useQuery({
    ...read(locationRoutes.slots, { params: { id: locationId }, query: { days: 7 } }),
    meta: { quiet: true },
  });
  return (
    <Panel title="Next slots">
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="after-a-while" height={120} />}
      {query.data?.slots.length === 0 && <Text c="dimmed">No slots in the next 7 days.</Text>}
      <ul className={classes.slots}>
        {query.data?.slots.slice(0, most).map((slot) => (
          <li key={slot.from} data-full={slot.isFull || undefined}>
            <span>{slotText(slot, query.data.timeZone)}</span>
            <span>{leftText(slot.left)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const leftText = (left: number | null): string => {
  if (left === null) return 'open';
  return left === 0 ? 'full' : `${formatCount(left)} left`;
};
