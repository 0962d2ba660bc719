import { randomBytes } from 'node:crypto';
import { formatDateTime } from '@aisle/contract/core/dates';
import { pluralize } from '@aisle/contract/core/pluralize';
import type { SentTripLink, TripLink } from '@aisle/contract/sales/dispatch/dispatch';
import type { Context } from '../../core/context.ts';
import { hashToken } from '../../core/http/actor.ts';
import { queueMail } from '../../system/mails/mail.ts';
import { queueDriverPush } from '../../system/push/push.queries.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { insertLink, type TripEvent, tripEventsOf } from './trips.queries.ts';

/** Long enough for any trip. The links of a trip end when it is completed. */
const hoursOfLink = 24;

interface TripAt {
  tripId: string;
  locationId: string;
}

/** Creates a link that shows a driver one trip without signing in. Only its hash is stored. */
export async function makeTripLink(
  { tx, actor, services }: Context,
  { tripId, locationId }: TripAt,
): Promise<TripLink> {
  // Short enough that the link fits on one line of an email.
  const token = randomBytes(24).toString('base64url');
  const tokenHash = hashToken(token);
  const expiresAt = await insertLink(tx, {
    locationId,
    tripId,
    tokenHash,
    createdBy: actor.userId,
    hours: hoursOfLink,
  });
  return { tripId, link: `${services.settings.publicUrl}/d/${token}`, expiresAt };
}

/** Emails the driver a link to the new offer, and returns it for staff who prefer to send it themselves. */
export async function sendTripLink(context: Context, trip: TripAt): Promise<SentTripLink> {
  const { tx } = context;
  const made = await makeTripLink(context, trip);
  const news = await tripEventsOf(tx, trip.locationId, trip.tripId);
  if (news.email) {
    const { brandName } = await getSettings(tx);
    await queueMail(tx, { to: news.email, ...mailOf(news, made.link, brandName) });
  }
  await queueDriverPush(tx, news.driverId, {
    title: `${news.locationName}: ${errandsOf(news)}`,
    body: `Respond by ${formatDateTime(news.offerExpiresAt, news.timeZone)}`,
    url: new URL(made.link).pathname,
    tag: `trip-${trip.tripId}`,
  });
  return { ...made, emailed: news.email !== null };
}

/** "2 orders to deliver, 1 return to pick up". */
const errandsOf = ({ orders, returns }: TripEvent): string =>
  [
    ...(orders > 0 ? [`${pluralize(orders, 'order')} to deliver`] : []),
    ...(returns > 0 ? [`${pluralize(returns, 'return')} to pick up`] : []),
  ].join(', ');

function mailOf(news: TripEvent, link: string, brandName: string): { subject: string; text: string } {
  const what = errandsOf(news);
  return {
    subject: `${news.locationName}: ${what}`,
    text: `Hello ${news.driverName},

${news.locationName} has ${what} for you. Respond by
${formatDateTime(news.offerExpiresAt, news.timeZone)}:

${link}

The link opens your trip without signing in. Don't share it.
${brandName}
`,
  };
}
