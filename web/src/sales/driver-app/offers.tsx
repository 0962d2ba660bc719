import { kmToMiles } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { type TripPage, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { itemsText } from '@aisle/contract/sales/orders/item-count';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../ui/use-now.ts';
import { spanText, timeText } from '../../ui/values/when.ts';
import classes from './driver-app.module.css';
import { countText, taskLabels } from './errand-text.ts';
import { useTripStep } from './use-trip.ts';

/** The offered stops, with enough detail to decide but without the customer's name and address. */
export function Offers({ page, token }: { page: TripPage; token: string }) {
  const accepting = useTripStep(tripRoutes.accept, token);
  const declining = useTripStep(tripRoutes.decline, token);
  const [isDeclining, setDeclining] = useState(false);
  const [reason, setReason] = useState('');
  const now = useNow(1000);
  const { offers, location } = page;
  const pay = offers.reduce((sum, offer) => sum + offer.pay, 0);
  const cash = offers.reduce((sum, offer) => sum + offer.cashDue, 0);
  const ends = Math.min(...offers.map(({ offerExpiresAt }) => Date.parse(offerExpiresAt)));
  const left = ends - now;
  return (
    <section className={`card grid gap-3 ${classes.card}`} aria-label="Offer">
      <div className={classes.pay}>
        <span>{countText(offers)}</span>
        <span>
          You earn <strong>{formatMoney(pay)}</strong>
        </span>
      </div>
      <ul className={`plain-list grid gap-1 ${classes.lines}`}>
        {offers.map((offer) => (
          <li key={offer._id}>
            {[
              offer.errand !== 'bring' && taskLabels[offer.errand],
              offer.distanceKm !== null && `${kmToMiles(offer.distanceKm).toFixed(1)} mi`,
              offer.area,
              itemsText({ units: offer.unitCount, lines: offer.lineCount }),
              offer.promisedAt && `by ${timeText(offer.promisedAt, location?.timeZone)}`,
              offers.length > 1 && offer.cashDue > 0 && `${formatMoney(offer.cashDue)} cash`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      {cash > 0 && (
        <p className={classes.cash}>
          Collect <strong>{formatMoney(cash)}</strong> cash{offers.length > 1 && ' in total'}
        </p>
      )}
      <p className="m-0 text-md secondary">
        {left > 0 ? `${left < 60_000 ? 'Less than a minute' : spanText(left)} to answer` : 'Time is up'}
      </p>
      {isDeclining ? (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void declining.run({ body: { reason: reason.trim() || null } });
          }}
        >
          <TextInput
            label="Reason (optional)"
            size="md"
            data-autofocus
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <div className={classes.pair}>
            <Button size="lg" variant="default" onClick={() => setDeclining(false)}>
              Back
            </Button>
            <Button size="lg" type="submit" color="gray" loading={declining.isPending}>
              Decline
            </Button>
          </div>
        </form>
      ) : (
        <div className={classes.pair}>
          <Button size="lg" variant="default" onClick={() => setDeclining(true)}>
            Decline
          </Button>
          <Button
            size="lg"
            loading={accepting.isPending}
            disabled={left <= 0}
            onClick={() => void accepting.run({})}
          >
            Accept
          </Button>
        </div>
      )}
    </section>
  );
}
