import { type Board, type BoardOrder, dispatchRoutes, type TripLink } from '@aisle/contract/dispatch';
import { vehicleLabels } from '@aisle/contract/drivers';
import { Button, Group, Modal, Radio, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../core/api.ts';
import boardClasses from '../ui/board.module.css';
import { ScreenLink } from '../ui/screen-link.tsx';
import { Thumb } from '../ui/thumb.tsx';
import { candidatesFor, loadText } from './board.ts';
import classes from './dispatch.module.css';
import { LinkDialog } from './link-dialog.tsx';

interface OfferDialogProps {
  /** Of one location. */
  orders: readonly BoardOrder[];
  board: Board;
  onClose: () => void;
}
/** Whom to ask: the free ones first, then those who could take it along. */
export function OfferDialog({ orders, board, onClose }: OfferDialogProps) {
  const [first] = orders;
  const candidates = candidatesFor(first!.locationId, board.drivers, board.orders);
  const [driverId, setDriverId] = useState<string | null>(
    first?.suggestedDriverId ?? candidates[0]?.driver._id ?? null,
  );
  const [accepted, setAccepted] = useState(false);
  const [made, setMade] = useState<TripLink | null>(null);
  const asking = useWrite(dispatchRoutes.offer);
  const chosen = candidates.find(({ driver }) => driver._id === driverId);

  if (made && chosen) {
    const { driver } = chosen;
    return (
      <LinkDialog
        tripId={made.tripId}
        made={made}
        driver={driver}
        driverName={driver.name}
        onClose={onClose}
      />
    );
  }
  const numbers = orders.map(({ number }) => number).join(', ');
  return (
    <Modal
      opened
      onClose={onClose}
      title={orders.length === 1 ? `Who brings ${numbers}?` : `Who brings these ${orders.length} orders?`}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!chosen) return;
          asking.mutate(
            {
              body: {
                driverId: chosen.driver._id,
                orderIds: orders.map(({ _id }) => _id),
                join: chosen.joins,
                accepted,
              },
            },
            { onSuccess: setMade },
          );
        }}
      >
        {orders.length > 1 && (
          <Text size="sm" c="dimmed" mb="sm">
            {numbers}, as one trip
          </Text>
        )}
        {candidates.length === 0 && (
          <Text c="dimmed">
            Nobody is free at {first!.locationName} now. <ScreenLink to="/driver">See the drivers</ScreenLink>
            , or let own staff deliver.
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
                    {driver._id === first?.suggestedDriverId && (
                      <span className={classes.suggested}> · suggested</span>
                    )}
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
