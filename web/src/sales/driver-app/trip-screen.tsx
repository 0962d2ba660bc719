import { formatPhone } from '@aisle/contract/core/phones';
import type { Stop, TripPage } from '@aisle/contract/sales/dispatch';
import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { IconMapPin, IconPhone } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isApiError } from '../../core/api-error.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import classes from './driver-app.module.css';
import { mapLink } from './map-link.ts';
import { Offers } from './offers.tsx';
import { StartBar } from './start-bar.tsx';
import { StopCard } from './stop-card.tsx';
import { useTrip } from './use-trip.ts';

/** A driver's trip on their phone: from being asked to the last door. */
export function TripScreen() {
  const { token } = useParams({ from: '/d/$token' });
  const query = useTrip(token);
  const { data, error } = query;
  const brand = data?.brandName ?? 'Aisle';
  useEffect(() => {
    document.title = `Your trip | ${brand}`;
  }, [brand]);
  return (
    <div className={classes.app}>
      <header className={classes.top}>
        <img src="/icon.svg" alt="" width={24} height={24} />
        <strong>{brand}</strong>
        {data && <span className={classes.tripNumber}>{data.number}</span>}
      </header>
      <main className={classes.main}>
        {data && <Trip page={data} token={token} />}
        {!data && isApiError(error) && error.status === 404 && (
          <EmptyState
            title="This link does not work any more"
            text="The trip is over, the link was closed, or it is not complete. Ask the location for a new one."
          />
        )}
        {!data && error && !(isApiError(error) && error.status === 404) && (
          <ErrorState error={error} retry={() => void query.refetch()} />
        )}
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

function Trip({ page, token }: { page: TripPage; token: string }) {
  if (page.isOver) return <Over page={page} />;
  const { location, stops, offers } = page;
  const isOut = stops.some(({ status }) => status === 'onTheWay');
  const isBack = !isOut && stops.some(isBroughtIn);
  const toCollect = stops.filter((stop) => stop.status !== 'onTheWay' && !isBroughtIn(stop));
  return (
    <>
      <h1 className={classes.title}>
        {offers.length > 0 && stops.length === 0 && `${page.driverName.split(' ')[0]}, can you take this?`}
        {stops.length > 0 && titleOf({ isOut, isBack, stops })}
      </h1>
      {location && !isOut && (
        <section className={classes.place} aria-label="Location">
          <div>
            <strong>{location.name}</strong>
            <div className={classes.quiet}>
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
      <ul className={classes.stops}>
        {stops.map((stop) => (
          <StopCard key={stop._id} stop={stop} page={page} token={token} />
        ))}
      </ul>
      {toCollect.length > 0 && <StartBar stops={toCollect} token={token} />}
      {location?.phone && isOut && (
        <p className={classes.quiet}>
          Something is wrong? Call {location.name}:{' '}
          <Anchor href={`tel:${location.phone}`} inherit>
            {formatPhone(location.phone)}
          </Anchor>
        </p>
      )}
    </>
  );
}

/** Fetched at the customer's: the location takes it in. */
const isBroughtIn = ({ errand, status }: Stop): boolean => errand !== 'bring' && status === 'pickedUp';

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
  if (isBack) return 'Bring the goods back';
  return stops.some(({ errand }) => errand !== 'collect') ? 'Collect the goods' : 'Your trip';
}

function Over({ page }: { page: TripPage }) {
  const { delivered, collected, failed } = page;
  const parts = [
    delivered > 0 && `${delivered} delivered`,
    collected > 0 && `${collected} fetched`,
    failed > 0 && `${failed} did not work out: bring what you still have back, please`,
  ].filter(Boolean);
  return (
    <EmptyState
      title={delivered + collected > 0 ? `Thank you, ${page.driverName}` : 'Nothing to do here'}
      text={
        parts.length > 0
          ? `This trip is over: ${parts.join(', ')}.`
          : 'This trip is over. A new one comes with a new link.'
      }
    />
  );
}
