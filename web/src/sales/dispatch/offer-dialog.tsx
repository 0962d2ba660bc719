import {
  type Board,
  type BoardCollection,
  type BoardOrder,
  dispatchRoutes,
  type TripLink,
} from '@aisle/contract/sales/dispatch';
import { vehicleLabels } from '@aisle/contract/sales/drivers';
import { Button, Group, Modal, Radio, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import boardClasses from '../../ui/board.module.css';
import { ScreenLink } from '../../ui/screen-link.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { candidatesFor, loadText } from './board.ts';
import classes from './dispatch.module.css';
import { TripLinkDialog } from './trip-link-dialog.tsx';

export interface Errands {
  orders: readonly BoardOrder[];
  /** Whose goods are to be fetched. */
  collections: readonly BoardCollection[];
}
interface OfferDialogProps extends Errands {
  /** Of one location, all of it. */
  board: Board;
  onClose: () => void;
}
/** Whom to ask: the free ones first, then those who could take it along. */
export function OfferDialog({ orders, collections, board, onClose }: OfferDialogProps) {
  const errands = [...orders, ...collections];
  const { locationId, locationName } = errands[0]!;
  const suggestedId = orders[0]?.suggestedDriverId;
  const candidates = candidatesFor(locationId, board.drivers, [...board.orders, ...board.collections]);
  const [driverId, setDriverId] = useState<string | null>(suggestedId ?? candidates[0]?.driver._id ?? null);
  const [accepted, setAccepted] = useState(false);
  const [made, setMade] = useState<TripLink | null>(null);
  const asking = useWrite(dispatchRoutes.offer);
  const chosen = candidates.find(({ driver }) => driver._id === driverId);

  if (made && chosen) {
    const { driver } = chosen;
    return (
      <TripLinkDialog
        tripId={made.tripId}
        made={made}
        driver={driver}
        driverName={driver.name}
        onClose={onClose}
      />
    );
  }
  const numbers = errands.map(({ number }) => number).join(', ');
  return (
    <Modal opened onClose={onClose} title={titleOf({ orders, collections })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!chosen) return;
          asking.mutate(
            {
              body: {
                driverId: chosen.driver._id,
                orderIds: orders.map(({ _id }) => _id),
                returnIds: collections.map(({ _id }) => _id),
                join: chosen.joins,
                accepted,
              },
            },
            { onSuccess: setMade },
          );
        }}
      >
        {errands.length > 1 && (
          <Text size="sm" c="dimmed" mb="sm">
            {numbers}, as one trip
          </Text>
        )}
        {candidates.length === 0 && (
          <Text c="dimmed">
            Nobody is free at {locationName} now. <ScreenLink to="/driver">See the drivers</ScreenLink>
            {orders.length > 0 && ', or let own staff deliver'}.
          </Text>
        )}
        <Radio.Group aria-label="Driver" value={driverId} onChange={setDriverId}>
          <div className={classes.choices}>
            {candidates.map(({ driver, joins }) => (
              <Radio.Card key={driver._id} value={driver._id} className={classes.choice ?? ''}>
                <Radio.Indicator color="teal" />
                <Thumb picture={driver.photo} text={driver.name}>
                  <span>
                    {driver.name}
                    {driver._id === suggestedId && <span className={classes.suggested}> · suggested</span>}
                    <br />
                    <span className={boardClasses.quiet}>
                      {vehicleLabels[driver.vehicleType]} · {joins ? 'takes it along' : loadText(driver)}
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
            label="Has said yes already"
            description="Nobody is asked any more: the driver comes for it"
            checked={accepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!chosen} loading={asking.isPending}>
            {accepted ? 'Give it' : 'Ask'}
            {chosen && ` ${accepted ? 'to ' : ''}${chosen.driver.name.split(' ')[0]}`}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function titleOf({ orders, collections }: Errands): string {
  const count = orders.length + collections.length;
  if (collections.length === 0) {
    return count === 1 ? `Who brings ${orders[0]!.number}?` : `Who brings these ${count} orders?`;
  }
  return count === 1 ? `Who fetches ${collections[0]!.number}?` : 'Who takes this trip?';
}
