import {
  type BulkMessage,
  BulkMessageDraft,
  type MessageAudience,
  type MessageChannel,
} from '@aisle/contract/service/messages';
import { z } from 'zod';

/** What the fields of the composer hold. */
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
  /** As the browser's own field has it: in the reader's time zone, without naming it. */
  sendAt: string;
  audience: AudienceValues;
};

export const dayOf = (instant: string | undefined) => instant?.slice(0, 10) ?? null;

/** Of a new message, or of a copy. */
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

/** The audience as the server takes it: what is empty is left out. */
export function audienceOf({ hasPlan, ...values }: AudienceValues): MessageAudience {
  const filled = Object.entries(values).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return { ...Object.fromEntries(filled), ...(hasPlan !== 'any' && { hasPlan: hasPlan === 'yes' }) };
}

/** What cannot be read is sent as it is, and refused at its field. */
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
