import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { type LocationView, locationRoutes } from '@aisle/contract/locations/locations';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Facts, Panel } from '../../../ui/record/record-page.tsx';
import { slotText } from '../../../ui/values/when.ts';
import { AreaView, deliversText } from './area-view.tsx';
import classes from './delivery.module.css';
import { lengthText } from './length-text.ts';

/** The delivery area, slots and fees of a location. */
export function DeliveryTab({ location }: { location: LocationView }) {
  const { deliveryFee: fee, deliverySlots: rule } = location;
  const mayOrders = useCan('order_list');
  const mayOrder = useCan('order_add');
  const query = useQuery({
    ...read(locationRoutes.deliveries, { params: { id: location._id } }),
    enabled: mayOrders,
    meta: { quiet: true },
  });
  return (
    <>
      <div className={`grid align-start gap-4 ${classes.sides}`}>
        <Panel title="Delivery area">
          <AreaView location={location} places={query.data?.places ?? []} />
        </Panel>
        <Panel title="Rules">
          <Facts
            facts={[
              [location.deliveryArea ? 'Delivers to' : 'Delivers within', deliversText(location)],
              ['Pickup', location.acceptsPickup ? 'Customers can pick up orders' : 'No'],
              ['Fee', fee ? formatMoney(fee.base) : 'Marketplace default'],
              ['Fee per mile', fee && formatMoney(fee.perMile)],
              ['Free from', fee?.freeAbove != null && formatMoney(fee.freeAbove)],
              [
                'Minimum order',
                location.minimumOrder === null ? 'Marketplace default' : formatMoney(location.minimumOrder),
              ],
              ['Slots', rule ? `${lengthText(rule.lengthMinutes)} each` : 'Marketplace default'],
              ['Orders per slot', rule && (rule.capacity === null ? 'No limit' : formatCount(rule.capacity))],
              ['Lead time', rule && (rule.leadMinutes === 0 ? 'None' : lengthText(rule.leadMinutes))],
            ]}
          />
        </Panel>
      </div>
      {rule && mayOrder && <NextSlots locationId={location._id} />}
    </>
  );
}

const most = 12;

/** The next slots offered to customers, and how full they are. */
function NextSlots({ locationId }: { locationId: LocationView['_id'] }) {
  const query = useQuery({
    ...read(locationRoutes.slots, { params: { id: locationId }, query: { days: 7 } }),
    meta: { quiet: true },
  });
  return (
    <Panel title="Next slots">
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="after-a-while" height={120} />}
      {query.data?.slots.length === 0 && <Text c="dimmed">No slots in the next 7 days.</Text>}
      <ul className={`plain-list grid gap-1 gap-x-6 ${classes.slots}`}>
        {query.data?.slots.slice(0, most).map((slot) => (
          <li key={slot.from} data-full={slot.isFull || undefined}>
            <span>{slotText(slot, query.data.timeZone)}</span>
            <span>{slotCapacityText(slot.left)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const slotCapacityText = (left: number | null): string => {
  if (left === null) return 'open';
  return left === 0 ? 'full' : `${formatCount(left)} left`;
};
