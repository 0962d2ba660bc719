import { randomBytes } from 'node:crypto';
import { formatDateTime } from '@aisle/contract/core/dates';
import type { TripLink } from '@aisle/contract/dispatch';
import { hashToken } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { Settings } from '../core/settings.ts';
import { queueMail } from '../mail/mail.ts';
import { getSettings } from '../settings/settings.service.ts';
import { insertLink, newsOf, type TripNews } from './trips.queries.ts';

/** Long enough for any trip; a trip that is over closes its links by itself. */
const hoursOfLink = 24;

interface TripAt {
  tripId: string;
  locationId: string;
  /** Who asks for it. */
  userId: string | null;
}

/** A link by which a driver sees one trip without signing in. Only its hash is kept. */
export async function makeTripLink(
  tx: Tx,
  settings: Settings,
  { tripId, locationId, userId }: TripAt,
): Promise<TripLink> {
  // Short enough for a line of mail, as every link that is mailed.
  const token = randomBytes(24).toString('base64url');
  const tokenHash = hashToken(token);
  const expiresAt = await insertLink(tx, {
    locationId,
    tripId,
    tokenHash,
    createdBy: userId,
    hours: hoursOfLink,
  });
  return { tripId, link: `${settings.publicUrl}/d/${token}`, expiresAt };
}

/** Mails the driver a link to what was just offered, and gives it, for those who rather send it themselves. */
export async function tellDriver(tx: Tx, settings: Settings, trip: TripAt): Promise<TripLink> {
  const made = await makeTripLink(tx, settings, trip);
  const news = await newsOf(tx, trip.locationId, trip.tripId);
  if (news.email) {
    const { brandName } = await getSettings(tx);
    await queueMail(tx, { to: news.email, ...mailOf(news, made.link, brandName) });
  }
  return made;
}

function mailOf(news: TripNews, link: string, brandName: string): { subject: string; text: string } {
  const what = [
    ...(news.orders > 0
      ? [news.orders === 1 ? '1 order to deliver' : `${news.orders} orders to deliver`]
      : []),
    ...(news.returns > 0
      ? [news.returns === 1 ? '1 return to fetch' : `${news.returns} returns to fetch`]
      : []),
  ].join(', ');
  return {
    subject: `${news.locationName}: ${what}`,
    text: `Hello ${news.driverName},

${news.locationName} has ${what} for you. Please answer before
${formatDateTime(news.offerExpiresAt, news.timeZone)}:

${link}

The link opens your trip without signing in: do not pass it on.
${brandName}
`,
  };
}
