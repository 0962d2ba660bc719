import type { Order } from '@aisle/contract/sales/order-view';
import { Button, Switch } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import {
  dropHeld,
  type HeldWrite,
  letOutliveSignOut,
  loadHeld,
  outlivesSignOut,
  sendHeld,
  tryAgain,
  useHeldWrites,
} from '../../core/held-writes.ts';
import { OrderLink } from '../../links/order-link.tsx';
import { statusLabel } from '../../links/order-status.tsx';
import boardClasses from '../../ui/board.module.css';
import type { HeldSteps } from './held-orders.ts';
import { newestFirst } from './order-events.ts';
import classes from './queue.module.css';

/** What was done without a connection: it waits, or somebody has to decide because others were faster. */
export function HeldTray({ orderId }: { orderId?: string }) {
  const held = useHeldWrites().filter(({ subject }) => orderId === undefined || subject === orderId);
  const [outlives, setOutlives] = useState(false);
  useEffect(() => {
    void loadHeld().then(outlivesSignOut).then(setOutlives);
  }, []);
  const refused = held.filter((write) => write.refused);
  const waiting = held.length - refused.length;
  return (
    <div role="status" aria-label="Waiting for the connection">
      {held.length > 0 && (
        <section className={classes.tray}>
          <div className={boardClasses.line}>
            <strong className={classes.trayTitle}>
              <IconCloudOff size={16} aria-hidden />
              {waiting > 0 &&
                (waiting === 1 ? '1 step waits to be sent' : `${waiting} steps wait to be sent`)}
              {waiting === 0 &&
                (refused.length === 1 ? '1 step was not taken' : `${refused.length} steps were not taken`)}
            </strong>
            {waiting > 0 && (
              <Button size="xs" variant="default" onClick={() => void sendHeld()}>
                Send now
              </Button>
            )}
          </div>
          <ul className={classes.held}>
            {held.map((write) => (
              <HeldWriteRow key={write.id} write={write} />
            ))}
          </ul>
          <Switch
            size="xs"
            color="teal"
            label="Keep these, encrypted, when I sign out"
            checked={outlives}
            onChange={({ currentTarget: { checked } }) => {
              setOutlives(checked);
              void letOutliveSignOut(checked);
            }}
          />
        </section>
      )}
    </div>
  );
}

function HeldWriteRow({ write }: { write: HeldWrite }) {
  const { refused, label, body } = write;
  if (!refused) return <li>{label}</li>;
  const now = refused.now as Order | null;
  const [latest] = now ? newestFirst(now.events) : [];
  const steps = (body as Partial<HeldSteps>).steps;
  const canBeDone = now && (steps ? now.allowed.includes(steps[0]!) : now.status === 'processing');
  return (
    <li data-refused>
      <span>
        {now ? (
          <>
            <OrderLink id={now._id} number={now.number} />
            {label.slice(now.number.length)} was not taken: {latest?.by ?? 'Somebody'}{' '}
            {canBeDone ? 'changed this order, and it is still' : 'was faster, and this order is now'} “
            {statusLabel(now.headlineStatus)}”.
          </>
        ) : (
          `${label}: ${refused.message}`
        )}
      </span>
      <span className={classes.choices}>
        {canBeDone && (
          <Button size="xs" color="teal" onClick={() => void tryAgain(write, body)}>
            Do it all the same
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => void dropHeld(write.id)}>
          Forget it
        </Button>
      </span>
    </li>
  );
}
