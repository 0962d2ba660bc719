import { formatMoney } from '@aisle/contract/core/money';
import type {
  Board,
  BoardCollection,
  BoardDriver,
  BoardOrder,
} from '@aisle/contract/sales/dispatch/dispatch';
import { vehicleLabels } from '@aisle/contract/sales/drivers';
import { Button, Group, Modal, Radio, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { Thumb } from '../../../ui/thumb.tsx';
import { useExclusive } from '../../../ui/use-exclusive.ts';
import { awayText, type Candidate, candidatesFor, loadText, suggestionText } from '../board/board.ts';
import classes from '../dispatch.module.css';
import type { RequestDriver, Stops } from '../use-driver-requests.tsx';

interface OfferDialogProps extends Stops {
  /** The complete board of one location. */
  board: Board;
  request: RequestDriver;
  onClose: () => void;
}
/** Lists the drivers for a request: free drivers first, then those whose trip can still take orders. */
export function OfferDialog({ orders, collections, board, request, onClose }: OfferDialogProps) {
  const errands = [...orders, ...collections];
  const { locationId, locationName } = errands[0]!;
  const suggestedId = orders[0]?.suggestedDriverId;
  const candidates = candidatesFor(locationId, board.drivers, [...board.orders, ...board.collections]);
  const [driverId, setDriverId] = useState<string | null>(suggestedId ?? candidates[0]?.driver._id ?? null);
  const [accepted, setAccepted] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const once = useExclusive();
  const away = (driver: BoardDriver) => awayText(driver, errands[0]!, board.locations);
  const suggested = (driver: BoardDriver) =>
    ['suggested', orders[0] && suggestionText(orders[0], driver, board.locations)].filter(Boolean).join(', ');
  const chosen = candidates.find(({ driver }) => driver._id === driverId);

  async function send({ driver, joins }: Candidate): Promise<void> {
    setRunning(true);
    const isOver = await request({ driver, orders, collections, join: joins, accepted });
    setRunning(false);
    if (isOver) onClose();
  }
  return (
    <Modal opened onClose={onClose} title="Assign a driver">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen) void once(() => send(chosen));
        }}
      >
        <ul className="plain-list grid gap-2 mb-4 text-md">
          {orders.map((order) => (
            <li key={order._id}>
              {taskText(order)}
              {order.note && <div className="text-sm secondary">{order.note}</div>}
            </li>
          ))}
          {collections.map((one) => (
            <li key={one._id}>{taskText(one)}</li>
          ))}
        </ul>
        {candidates.length === 0 && (
          <Text c="dimmed">
            No drivers available at {locationName}. <ScreenLink to="/driver">See all drivers</ScreenLink>
            {orders.length > 0 && ', or use store staff'}.
          </Text>
        )}
        <Radio.Group aria-label="Driver" value={driverId} onChange={setDriverId}>
          <div className={classes.choices}>
            {candidates.map(({ driver, joins }) => (
              <Radio.Card
                key={driver._id}
                value={driver._id}
                className={`row gap-3 w-full ${classes.choice}`}
              >
                <Radio.Indicator color="teal" />
                <Thumb picture={driver.photo} text={driver.name}>
                  <span>
                    {driver.name}
                    {driver._id === suggestedId && (
                      <span className={classes.suggested}> · {suggested(driver)}</span>
                    )}
                    <br />
                    <span className="text-sm secondary">
                      {vehicleLabels[driver.vehicleType]} ·{' '}
                      {[joins ? 'can add to current trip' : loadText(driver), away(driver)]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                </Thumb>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
        {candidates.length > 0 && (
          <Switch
            mt="md"
            color="teal"
            label="Already accepted"
            description="Skips the request and assigns the driver"
            checked={accepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!chosen} loading={isRunning}>
            {accepted ? 'Assign' : 'Request'} {chosen ? chosen.driver.name.split(' ')[0] : 'a driver'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** "O-100042 · 78703 · Collect $48.84 cash" */
function taskText(errand: BoardOrder | BoardCollection): string {
  const cashDue = 'cashDue' in errand ? errand.cashDue : 0;
  return [errand.number, errand.postalCode, cashDue > 0 && `Collect ${formatMoney(cashDue)} cash`]
    .filter(Boolean)
    .join(' · ');
}
