import { formatMoney } from '@aisle/contract/core/money';
import { formatPhone } from '@aisle/contract/core/phones';
import { pluralize } from '@aisle/contract/core/pluralize';
import { type Errand, type Stop, type TripPage, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { IconCheck, IconMapPin, IconPhone, IconTruckReturn, IconX } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isApiError } from '../../core/api-error.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useNow } from '../../ui/use-now.ts';
import { timeText } from '../../ui/values/when.ts';
import classes from './driver-app.module.css';
import { mapLink } from './map-link.ts';
import { OfferNotifications } from './offer-notifications.tsx';
import { Offers } from './offers.tsx';
import { StopCard } from './stop-card.tsx';
import { useTripApp } from './trip-app.ts';
import { useTrip, useTripStep } from './use-trip.ts';

/** A driver's trip on their phone, from the offer to the last stop. */
export function TripScreen() {
  const { token } = useParams({ from: '/d/$token' });
  const query = useTrip(token);
  const { data, error } = query;
  const brand = data?.brandName ?? 'Aisle';
  useEffect(() => {
    document.title = `Your trip | ${brand}`;
  }, [brand]);
  const isGone = isApiError(error) && error.status === 404;
  useTripApp(token, { isOpen: data !== undefined, isGone });
  return (
    <div className={classes.app}>
      <header className={classes.top}>
        <img src="/icon.svg" alt="" width={24} height={24} />
        <strong>{brand}</strong>
        {data && <span className="ml-auto secondary tabular">{data.number}</span>}
      </header>
      <main className={classes.main}>
        {data && <Trip page={data} token={token} />}
        {data && <OfferNotifications token={token} />}
        {!data && isGone && (
          <EmptyState
            title="This link no longer works"
            text="The trip is over, or the link was revoked or is incomplete. Ask the store for a new one."
          />
        )}
        {!data && error && !isGone && <ErrorState error={error} retry={() => void query.refetch()} />}
        {!data && !error && (
          <Stack gap="md" aria-busy="true" className="after-a-while">
            <Skeleton height={28} width={200} />
            <Skeleton height={180} />
          </Stack>
        )}
      </main>
    </div>
  );
}

const tickMs = 10_000;

export function Trip({ page, token }: { page: TripPage; token: string }) {
  const now = useNow(tickMs);
  if (page.isOver) return <TripEnd page={page} />;
  const { location, stops, offers, comingBack } = page;
  // Stops come in the order of their promised times.
  const next = stops.find(({ status }) => status === 'onTheWay');
  const isOut = stops.some(({ status }) => status === 'onTheWay');
  const isBack = !isOut && stops.some(isReceived);
  const toCollect = stops.filter((stop) => stop.status !== 'onTheWay' && !isReceived(stop));
  return (
    <>
      <h1 className={classes.title}>
        {offers.length > 0 && stops.length === 0 && `${page.driverName.split(' ')[0]}, can you take this?`}
        {stops.length > 0 && titleOf({ isOut, isBack, stops })}
        {stops.length === 0 && offers.length === 0 && comingBackTitle(page)}
      </h1>
      {(isOut || page.done.length > 0) && <Progress page={page} />}
      {location && !isOut && (
        <section className="grid gap-3" aria-label="Location">
          <div>
            <strong>{location.name}</strong>
            <div className="m-0 text-md secondary">
              {location.address.line1}, {location.address.city}
            </div>
          </div>
          <div className={classes.round}>
            {location.phone && (
              <Button
                component="a"
                variant="default"
                href={`tel:${location.phone}`}
                leftSection={<IconPhone size={20} />}
              >
                Call
              </Button>
            )}
            <Button
              component="a"
              variant="default"
              href={mapLink(
                { ...location.address, latitude: location.latitude, longitude: location.longitude },
                navigator.userAgent,
              )}
              leftSection={<IconMapPin size={20} />}
            >
              Directions
            </Button>
          </div>
        </section>
      )}
      {offers.length > 0 && <Offers page={page} token={token} />}
      <ul className={`plain-list grid gap-4 ${classes.stops}`}>
        {stops.map((stop) => (
          <StopCard
            key={stop._id}
            stop={stop}
            page={page}
            token={token}
            now={now}
            isLater={stop.status === 'onTheWay' && stop._id !== next?._id}
          />
        ))}
      </ul>
      <Done page={page} />
      {comingBack.length > 0 && <ComingBackCard page={page} />}
      <CashToHandIn {...page} />
      {toCollect.length > 0 && <StartBar stops={toCollect} token={token} />}
      {location?.phone && isOut && (
        <p className="m-0 text-md secondary">
          Need help? Call {location.name}:{' '}
          <Anchor href={`tel:${location.phone}`} inherit>
            {formatPhone(location.phone)}
          </Anchor>
        </p>
      )}
    </>
  );
}

/** Picked up from the customer and on its way to the store. */
const isReceived = ({ errand, status }: Stop): boolean => errand !== 'bring' && status === 'pickedUp';

function titleOf({
  isOut,
  isBack,
  stops,
}: {
  isOut: boolean;
  isBack: boolean;
  stops: readonly Stop[];
}): string {
  if (isOut) return 'On the way';
  if (isBack) return 'Return to store';
  return stops.some(({ errand }) => errand !== 'collect') ? 'Pick up the orders' : 'Your trip';
}

function TripEnd({ page }: { page: TripPage }) {
  const { delivered, collected, failed, cashHeld, locationName } = page;
  const parts = [
    delivered > 0 && `${delivered} delivered`,
    collected > 0 && `${collected} picked up`,
    failed > 0 && `${failed} failed`,
  ].filter(Boolean);
  const isDone = delivered + collected > 0;
  return (
    <>
      <h1 className={classes.title}>{isDone ? `Thank you, ${page.driverName}` : 'This trip is over'}</h1>
      <p className="m-0 secondary" role="status">
        {parts.length === 0
          ? 'The store sends a new link for your next trip.'
          : `${isDone ? 'This trip is over: ' : ''}${parts.join(', ')}.`}
      </p>
      <Done page={page} />
      <CashToHandIn cashHeld={cashHeld} locationName={locationName} />
    </>
  );
}

/** "1 of 2 delivered"; with returns among the stops, "1 of 3 stops done". */
function Progress({ page: { stops, done } }: { page: TripPage }) {
  const all = [...stops, ...done];
  if (all.length < 2) return null;
  const finished = done.length + stops.filter(isReceived).length;
  const failed = done.filter(({ status }) => status === 'failed').length;
  const text = all.every(({ errand }) => errand === 'bring')
    ? [`${finished - failed} of ${all.length} delivered`, failed > 0 && `${failed} failed`]
    : [`${finished} of ${all.length} stops done`];
  return (
    <div className="grid gap-1">
      <span>{text.filter(Boolean).join(' · ')}</span>
      <progress className={classes.progress} max={all.length} value={finished} aria-label="Finished stops" />
    </div>
  );
}

const outcomes: Record<Errand, Record<TripPage['done'][number]['status'], string>> = {
  bring: { delivered: 'Delivered', failed: 'Not delivered' },
  collect: { delivered: 'Returned to store', failed: 'Not picked up' },
  swap: { delivered: 'Exchanged', failed: 'Not exchanged' },
};

/** Finished stops stay on the page, so that a driver can look up what happened to an order. */
function Done({ page: { done, location } }: { page: TripPage }) {
  if (done.length === 0) return null;
  return (
    <ul className="plain-list grid gap-2" aria-label="Finished stops">
      {done.map(({ _id, errand, returnNumber, orderNumber, status, endedAt }) => (
        <li key={_id} className={`row gap-2 ${status === 'failed' ? 'bad' : classes.done}`}>
          {status === 'failed' ? <IconX size={20} aria-hidden /> : <IconCheck size={20} aria-hidden />}
          <span>
            {returnNumber ?? orderNumber} · {outcomes[errand][status]},{' '}
            {timeText(endedAt, location?.timeZone)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function CashToHandIn({ cashHeld, locationName }: Pick<TripPage, 'cashHeld' | 'locationName'>) {
  if (cashHeld === 0) return null;
  return (
    <p className={classes.cash}>
      Hand in <strong>{formatMoney(cashHeld)}</strong> at {locationName}
    </p>
  );
}

/** "1 failed. Please return it to Downtown Market." */
const comingBackTitle = ({ comingBack, locationName }: TripPage): string =>
  `${comingBack.length} failed. Please return ${comingBack.length === 1 ? 'it' : 'them'} to ${locationName}.`;

/** The items to return to the store, shown until the store has received them. */
function ComingBackCard({ page: { comingBack, locationName } }: { page: TripPage }) {
  return (
    <section className={`card grid gap-3 ${classes.card}`} aria-label="Returning to store">
      {comingBack.map(({ _id, orderNumber, reason }) => (
        <div key={_id}>
          <div className={`row gap-2 ${classes.backTitle}`}>
            <IconTruckReturn size={20} aria-hidden />
            <strong>
              Bring back to {locationName}: <span className="nowrap">{orderNumber}</span>
            </strong>
          </div>
          {reason && <p className="m-0 text-md secondary">{reason}</p>}
        </div>
      ))}
      <p className="m-0 text-md secondary">This card goes away when the store marks it as received.</p>
    </section>
  );
}

/** The trip starts when every order is picked up; the driver has to give up missing orders first. */
function StartBar({ stops, token }: { stops: readonly Stop[]; token: string }) {
  const starting = useTripStep(tripRoutes.start, token);
  const missing = stops.filter(({ errand, status }) => errand === 'bring' && status === 'accepted').length;
  return (
    <div className={classes.bar}>
      {missing > 0 && (
        <span className="m-0 text-md secondary">{pluralize(missing, 'order')} left to pick up</span>
      )}
      <Button
        size="lg"
        fullWidth
        disabled={missing > 0}
        loading={starting.isPending}
        onClick={() => void starting.run({})}
      >
        Start trip
      </Button>
    </div>
  );
}
