import { pluralize } from '@aisle/contract/core/pluralize';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import {
  dropQueued,
  type QueuedWrite,
  sendQueued,
  tryAgain,
  useQueuedWrites,
} from '../../../core/offline/write-queue.ts';
import { OrderLink } from '../../../links/sales/order-link.tsx';
import { statusLabel } from '../../../links/sales/order-status.tsx';
import { UnfinishedDraftSwitch } from '../../../ui/form/drafts/unfinished-draft.tsx';
import type { QueuedSteps } from '../queued-orders.ts';
import { newestFirst } from '../record/order-events.ts';
import classes from './queue.module.css';

interface QueuedTrayProps {
  orderId?: string;
  /** The screen shows the number of waiting writes elsewhere. */
  isRefusedOnly?: boolean;
}
/** The queued writes: a bar that stays visible while they wait or need a decision. */
export function QueuedTray({ orderId, isRefusedOnly = false }: QueuedTrayProps) {
  const all = useQueuedWrites().filter(({ subject }) => orderId === undefined || subject === orderId);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const refused = all.filter((write) => write.refused);
  const waiting = useLastingWrites(isRefusedOnly ? [] : all.filter((write) => !write.refused));
  const held = [...waiting, ...refused];
  const shown = isOpen ? held : refused;
  return (
    <div
      role="status"
      aria-label="Unsent changes"
      className={held.length > 0 ? `mb-2 ${classes.strip}` : undefined}
    >
      {held.length > 0 && (
        <section className={classes.tray}>
          <div className="row wrap between gap-1 gap-x-2">
            <strong className={classes.trayTitle}>
              {waiting.length > 0 ? (
                <IconCloudOff size={16} aria-hidden />
              ) : (
                <IconAlertTriangle size={16} aria-hidden />
              )}
              {waiting.length > 0
                ? `${pluralize(waiting.length, 'change')} not sent`
                : `${refused.length} not applied`}
            </strong>
            {waiting.length > 0 && (
              <span className="flex gap-2">
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  aria-expanded={isOpen}
                  aria-controls={listId}
                  onClick={() => setOpen(!isOpen)}
                >
                  {isOpen ? 'Hide' : 'Show'}
                </Button>
                <Button size="xs" variant="default" onClick={() => void sendQueued()}>
                  Send now
                </Button>
              </span>
            )}
          </div>
          <div id={listId} className={classes.heldList} hidden={shown.length === 0}>
            <ul className={`plain-list grid gap-2 ${classes.held}`}>
              {shown.map((write) => (
                <QueuedWriteRow key={write.id} write={write} />
              ))}
            </ul>
            {isOpen && <UnfinishedDraftSwitch size="xs" />}
          </div>
        </section>
      )}
    </div>
  );
}

/** With a connection, a change is sent before anyone can read that it isn't. */
const unsentAfterMs = 400;

/** The writes, once they have been waiting for a moment. */
export function useLastingWrites(waiting: readonly QueuedWrite[]): readonly QueuedWrite[] {
  const [lasting] = useDebouncedValue(waiting.length, unsentAfterMs);
  return waiting.slice(0, lasting);
}

function QueuedWriteRow({ write }: { write: QueuedWrite }) {
  const { refused, label, body } = write;
  if (!refused) return <li>{label}</li>;
  const now = refused.now as Order | null;
  const [latest] = now ? newestFirst(now.events) : [];
  const steps = (body as Partial<QueuedSteps>).steps;
  const canBeDone = now && (steps ? now.allowed.includes(steps[0]!) : now.status === 'processing');
  const who = latest?.by ?? 'Someone';
  return (
    <li data-refused>
      <span>
        {now ? (
          <>
            <OrderLink id={now._id} number={now.number} />
            {label.slice(now.number.length)} wasn't applied.{' '}
            {canBeDone
              ? `${who} changed this order. It's still`
              : `${who} already updated this order. It's now`}{' '}
            “{statusLabel(now.headlineStatus, now.fulfilment)}”.
          </>
        ) : (
          `${label}: ${refused.message}`
        )}
      </span>
      <span className="flex gap-2">
        {canBeDone && (
          <Button size="xs" color="teal" onClick={() => void tryAgain(write, body)}>
            Apply anyway
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => void dropQueued(write.id)}>
          Discard
        </Button>
      </span>
    </li>
  );
}
