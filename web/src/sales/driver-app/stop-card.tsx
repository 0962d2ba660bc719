import { formatMoney } from '@aisle/contract/core/money';
import { countedName } from '@aisle/contract/core/quantity';
import { type Stop, type TripPage, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { itemsText, unitsOf } from '@aisle/contract/sales/orders/item-count';
import { Button, Select, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconMapPin, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { lateness, timeText } from '../../ui/values/when.ts';
import { DeliverForm } from './deliver-form.tsx';
import classes from './driver-app.module.css';
import { taskLabels } from './errand-text.ts';
import { fieldError } from './field-error.ts';
import { mapLink } from './map-link.ts';
import { useTripStep } from './use-trip.ts';

interface StopCardProps {
  stop: Stop;
  page: TripPage;
  token: string;
}
interface FoldableProps extends StopCardProps {
  now: number;
  /** A later stop shows only where it is, until the driver opens it. */
  isLater: boolean;
}
/** A stop with its items, address and next step. */
export function StopCard({ isLater, now, ...props }: FoldableProps) {
  const { stop, page } = props;
  const [isOpened, setOpened] = useState(false);
  const { address } = stop;
  const number = stop.returnNumber ?? stop.orderNumber;
  return (
    <li className={`card grid gap-3 ${classes.card}`}>
      <div className={classes.stopHead}>
        <h2>{number}</h2>
        <Due stop={stop} timeZone={page.location?.timeZone} now={now} />
      </div>
      <div>
        <strong>{stop.customerName}</strong>
        {address && (
          <div>
            {address.line1}
            {address.line2 && `, ${address.line2}`}
            <br />
            {address.city}, {address.state} {address.postalCode}
          </div>
        )}
      </div>
      {isLater && !isOpened ? (
        <Button size="md" variant="default" aria-expanded={false} onClick={() => setOpened(true)}>
          Open {number}
        </Button>
      ) : (
        <StopBody {...props} />
      )}
    </li>
  );
}

/** "by 3:56 AM", with the delay of a late stop. */
function Due({ stop, timeZone, now }: { stop: Stop; timeZone: string | undefined; now: number }) {
  const { promisedAt, errand } = stop;
  if (!promisedAt) return <span className="m-0 text-md secondary">{taskLabels[errand]}</span>;
  const by = `by ${timeText(promisedAt, timeZone)}`;
  const { isLate, isSoon, text } = lateness(Date.parse(promisedAt), now);
  if (!isLate && !isSoon) return <span className="m-0 text-md secondary">{by}</span>;
  return (
    <span className={`inline-row gap-1 text-md medium ${isLate ? 'bad' : 'waiting'}`}>
      {isLate && <IconAlertTriangle size={16} aria-hidden />}
      {by} · {text}
    </span>
  );
}

function StopBody({ stop, page, token }: StopCardProps) {
  const { address } = stop;
  const [isFailing, setFailing] = useState(false);
  const isOut = stop.status === 'onTheWay';
  const isPickup = stop.errand !== 'bring';
  return (
    <>
      {stop.errand === 'swap' && stop.status !== 'pickedUp' && (
        <p className={classes.note}>{swapText(stop)}</p>
      )}
      {stop.note && <p className={classes.note}>{stop.note}</p>}
      {stop.cashDue > 0 && (
        <p className={classes.cash}>
          Collect <strong>{formatMoney(stop.cashDue)}</strong> cash
        </p>
      )}
      <Items stop={stop} isOpen={!isOut} />
      {isOut && (
        <div className={classes.pair}>
          <Button
            component="a"
            size="md"
            variant="default"
            href={`tel:${stop.customerPhone}`}
            leftSection={<IconPhone size={20} />}
          >
            Call
          </Button>
          {address && (
            <Button
              component="a"
              size="md"
              variant="default"
              href={mapLink(address, navigator.userAgent)}
              leftSection={<IconMapPin size={20} />}
            >
              Navigate
            </Button>
          )}
        </div>
      )}
      {stop.status === 'accepted' && (
        <>
          {!isPickup && <CollectForm stop={stop} token={token} />}
          <GiveUp stop={stop} token={token} />
        </>
      )}
      {stop.status === 'pickedUp' && (
        <p className={`row m-0 ${classes.done}`}>
          <IconCheck size={20} aria-hidden /> {isPickup ? `Return to ${page.locationName}` : 'Picked up'}
        </p>
      )}
      {isOut && isFailing && (
        <FailedForm stop={stop} page={page} token={token} back={() => setFailing(false)} />
      )}
      {isOut && !isFailing && (
        <>
          {isPickup ? <FetchForm stop={stop} token={token} /> : <DeliverForm stop={stop} token={token} />}
          <Button variant="subtle" color="gray" onClick={() => setFailing(true)}>
            {isPickup ? "Couldn't pick up" : "Couldn't deliver"}
          </Button>
        </>
      )}
    </>
  );
}

function Items({ stop, isOpen }: { stop: Stop; isOpen: boolean }) {
  const count = stop.items.length;
  return (
    <details className={classes.items} open={isOpen && count <= 6}>
      <summary>{itemsText({ units: unitsOf(stop.items), lines: count })}</summary>
      <ul className={`plain-list grid gap-1 ${classes.lines}`}>
        {stop.items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines don't change while they are shown
          <li key={at}>
            <span className="tabular">{countedName(item.quantity, item)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const swapText = ({ status }: Stop): string =>
  status === 'accepted'
    ? 'Pick up the new items at the store, and return with the old ones.'
    : 'Hand over the new items and pick up the old ones.';

/** Asks for confirmation, because the store then has to find another driver. */
function GiveUp({ stop, token }: { stop: Stop; token: string }) {
  const givingUp = useTripStep(tripRoutes.giveUp, token);
  const [isSure, setSure] = useState(false);
  const refusal = stop.errand === 'bring' ? "Can't deliver this" : "Can't pick this up";
  if (!isSure) {
    return (
      <Button variant="subtle" color="gray" onClick={() => setSure(true)}>
        {refusal}
      </Button>
    );
  }
  return (
    <div className="grid gap-3">
      <p className="m-0 text-md secondary">
        The store finds someone else for {stop.returnNumber ?? stop.orderNumber}.
      </p>
      <div className={classes.pair}>
        <Button size="md" variant="default" onClick={() => setSure(false)}>
          Back
        </Button>
        <Button
          size="md"
          color="gray"
          loading={givingUp.isPending}
          onClick={() => void givingUp.run({ body: { deliveryId: stop._id } })}
        >
          {stop.errand === 'bring' ? "Can't deliver" : "Can't pick up"}
        </Button>
      </div>
    </div>
  );
}

function FailedForm({ stop, page, token, back }: StopCardProps & { back: () => void }) {
  const failing = useTripStep(tripRoutes.fail, token);
  const [reason, setReason] = useState<string | null>(null);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason) void failing.run({ body: { deliveryId: stop._id, reason } });
      }}
    >
      <Select
        label="What happened?"
        size="md"
        data-autofocus
        data={stop.errand === 'bring' ? page.failureReasons : page.missReasons}
        value={reason}
        onChange={setReason}
        comboboxProps={{ withinPortal: true }}
      />
      <div className={classes.pair}>
        <Button size="md" variant="default" onClick={back}>
          Back
        </Button>
        <Button size="md" type="submit" disabled={!reason} loading={failing.isPending}>
          {stop.errand === 'bring' ? 'Return to store' : 'Continue without it'}
        </Button>
      </div>
    </form>
  );
}

/** The driver enters the code that the store gives with the bags, so they take the right ones. */
function CollectForm({ stop, token }: { stop: Stop; token: string }) {
  const collecting = useTripStep(tripRoutes.pickUp, token);
  const [code, setCode] = useState('');
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim()) void collecting.run({ body: { deliveryId: stop._id, code: code.trim() } });
      }}
    >
      <TextInput
        label={`Code for ${stop.orderNumber}`}
        description="The store gives you this code with the bags"
        size="md"
        inputMode="numeric"
        autoComplete="off"
        value={code}
        error={fieldError(collecting.error, 'code')}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button size="lg" type="submit" disabled={!code.trim()} loading={collecting.isPending}>
        Confirm pickup
      </Button>
    </form>
  );
}

/** Confirms that the customer handed over the items; the store checks their condition. */
function FetchForm({ stop, token }: { stop: Stop; token: string }) {
  const fetching = useTripStep(tripRoutes.collect, token);
  const [note, setNote] = useState('');
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void fetching.run({ body: { deliveryId: stop._id, note: note.trim() || null } });
      }}
    >
      <TextInput
        label="Note for the store (optional)"
        size="md"
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button size="lg" type="submit" loading={fetching.isPending}>
        {stop.errand === 'swap' ? 'Confirm exchange' : 'Confirm pickup'}
      </Button>
    </form>
  );
}
