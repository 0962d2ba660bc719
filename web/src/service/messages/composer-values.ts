import {
  type BulkMessage,
  BulkMessageDraft,
  type MessageAudience,
  type MessageChannel,
} from '@aisle/contract/service/messages';
import { z } from 'zod';

/** The field values of the composer. */
type AudienceValues = {
  locationIds: string[];
  orderedSince: string | null;
  notOrderedSince: string | null;
  minOrders: number | null;
  minSpent: number | null;
  boughtCategoryId: string | null;
  boughtSubProductId: string | null;
  planId: string | null;
  hasPlan: 'any' | 'yes' | 'no';
  city: string;
  postalCodes: string[];
};
export type ComposerValues = {
  name: string;
  channel: MessageChannel;
  subject: string;
  body: string;
  when: 'now' | 'later';
  /** In the format of a browser date field: in the user's time zone, without an offset. */
  sendAt: string;
  audience: AudienceValues;
};

export const dayOf = (instant: string | undefined) => instant?.slice(0, 10) ?? null;

/** The initial values of a new message or of a copy. */
export function composerValues(message?: BulkMessage): ComposerValues {
  const { name, channel = 'email', subject = '', body = '', audience = {} } = message ?? {};
  const { hasPlan } = audience;
  return {
    name: name ? `${name} (copy)` : '',
    channel,
    subject,
    body,
    when: 'now',
    sendAt: '',
    audience: {
      locationIds: audience.locationIds ?? [],
      orderedSince: dayOf(audience.orderedSince),
      notOrderedSince: dayOf(audience.notOrderedSince),
      minOrders: audience.minOrders ?? null,
      minSpent: audience.minSpent ?? null,
      boughtCategoryId: audience.boughtCategoryId ?? null,
      boughtSubProductId: audience.boughtSubProductId ?? null,
      planId: audience.planId ?? null,
      hasPlan: hasPlan === undefined ? 'any' : hasPlan ? 'yes' : 'no',
      city: audience.city ?? '',
      postalCodes: audience.postalCodes ?? [],
    },
  };
}

/** The audience in the API format; omits empty filters. */
export function audienceOf({ hasPlan, ...values }: AudienceValues): MessageAudience {
  const filled = Object.entries(values).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return { ...Object.fromEntries(filled), ...(hasPlan !== 'any' && { hasPlan: hasPlan === 'yes' }) };
}

/** Invalid input is sent unchanged, so that the server rejects it at its field. */
const instantOf = (local: string) =>
  Number.isNaN(Date.parse(local)) ? local : new Date(local).toISOString();

export const ComposerFields = z.preprocess((values) => {
  const { when, sendAt, audience, subject, ...rest } = values as ComposerValues;
  return {
    ...rest,
    subject: rest.channel === 'sms' ? null : subject,
    audience: audienceOf(audience),
    ...(when === 'later' && { sendAt: instantOf(sendAt) }),
  };
}, BulkMessageDraft);
