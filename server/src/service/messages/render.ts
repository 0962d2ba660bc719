import { fillTemplate } from '@aisle/contract/core/templates';
import type { MessageChannel } from '@aisle/contract/service/messages';

export interface Person {
  firstName: string;
  lastName: string;
}
export interface Wording {
  channel: MessageChannel;
  subject: string;
  body: string;
  brandName: string;
  /** Shown below marketing emails; empty for none. */
  postalAddress: string;
}
export interface Rendered {
  subject: string;
  body: string;
}

/** Renders a message for one person. */
export function renderMessage(wording: Wording, person: Person, unsubscribeUrl: string | null): Rendered {
  const { channel, brandName, postalAddress } = wording;
  const values = {
    'customer.firstName': person.firstName,
    'customer.lastName': person.lastName,
    'brand.name': brandName,
  };
  const subject = fillTemplate(wording.subject, values).replace(/\s+/g, ' ').trim();
  const text = fillTemplate(wording.body, values);
  if (!unsubscribeUrl || channel === 'push') return { subject, body: text };
  if (channel === 'sms') return { subject, body: `${text}\nUnsubscribe: ${unsubscribeUrl}` };
  const why = `You get this email because you agreed to news from ${brandName}.`;
  const footer = [why, `Unsubscribe: ${unsubscribeUrl}`, postalAddress].filter(Boolean).join('\n');
  return { subject, body: `${text}\n\n-- \n${footer}\n` };
}
