import { fillTemplate } from '@aisle/contract/core/templates';
import type { MessageButton, MessageChannel, MessageParts } from '@aisle/contract/service/messages';
import type { Tx } from '../../core/db/db.ts';
import { getSettings } from '../../system/settings/settings.service.ts';

export interface Person {
  firstName: string;
  lastName: string;
}
/** The text of a message, before its fields are filled in. */
export interface Wording {
  channel: MessageChannel;
  subject?: string | null | undefined;
  body?: string | null | undefined;
  button?: MessageButton | null | undefined;
}
/** The marketplace as messages show it. */
export interface Sender {
  brandName: string;
  brandColor: string;
  /** Shown below marketing emails; empty for none. */
  postalAddress: string;
}
/** The links of one recipient. */
interface Links {
  /** Null in tests, which no one can unsubscribe from. */
  unsubscribe: string | null;
  /** The address of the button, if clicks on it are counted. */
  button?: string | undefined;
}
interface Rendered {
  subject: string;
  /** The whole message as plain text. */
  body: string;
  parts: MessageParts;
  /** The whole message as HTML; null if it isn't an email. */
  html: string | null;
}

export async function senderOf(tx: Tx): Promise<Sender> {
  const { brandName, brandColor, marketplaceAddress } = await getSettings(tx);
  return { brandName, brandColor, postalAddress: marketplaceAddress };
}

/** Renders a message for one person. */
export function renderMessage(wording: Wording, sender: Sender, person: Person, links: Links): Rendered {
  const { channel } = wording;
  const values = {
    'customer.firstName': person.firstName,
    'customer.lastName': person.lastName,
    'brand.name': sender.brandName,
  };
  const subject = fillTemplate(wording.subject ?? '', values)
    .replace(/\s+/g, ' ')
    .trim();
  const parts = {
    text: fillTemplate(wording.body ?? '', values),
    button: wording.button ? { ...wording.button, url: links.button ?? wording.button.url } : null,
    color: sender.brandColor,
    footer: footerOf(channel, sender, links),
  };
  const body = plainText(channel, parts);
  return { subject, body, parts, html: channel === 'email' ? htmlOf(subject, sender, parts) : null };
}

function footerOf(channel: MessageChannel, { brandName, postalAddress }: Sender, links: Links): string[] {
  if (!links.unsubscribe || channel === 'push') return [];
  const unsubscribe = `Unsubscribe: ${links.unsubscribe}`;
  if (channel === 'sms') return [unsubscribe];
  const why = `You get this email because you agreed to news from ${brandName}.`;
  return [why, unsubscribe, postalAddress].filter(Boolean);
}

function plainText(channel: MessageChannel, { text, button, footer }: MessageParts): string {
  const isEmail = channel === 'email';
  const link = button ? `${isEmail ? '\n\n' : '\n'}${button.label}: ${button.url}` : '';
  if (footer.length === 0) return text + link;
  return isEmail ? `${text}${link}\n\n-- \n${footer.join('\n')}\n` : `${text}${link}\n${footer.join('\n')}`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
const inLines = (text: string): string => escaped(text).replaceAll('\n', '<br>');

/**
 * One column of text that every mail program shows: inline styles, and neither images nor remote content. It follows the
 * reader's font size.
 */
function htmlOf(subject: string, { brandName }: Sender, { text, button, color, footer }: MessageParts) {
  const paragraphs = text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p style="margin:0 0 1em">${inLines(paragraph.trim())}</p>`);
  const link = button
    ? `<p style="margin:1.5em 0"><a href="${escaped(button.url)}" style="display:inline-block;padding:0.75em 1.5em;background:${color};color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none">${escaped(button.label)}</a></p>`
    : '';
  const small = footer.map((line) => linked(line)).join('<br>');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:1.5em;background:#ffffff;color:#16181b;font-family:sans-serif;line-height:1.5">
<div role="article" aria-label="${escaped(brandName)}" style="max-width:36em;margin:0 auto">
${paragraphs.join('\n')}
${link}
${small && `<hr style="margin:2em 0 1em;border:0;border-top:1px solid #d3d6da"><p style="margin:0;color:#5b6168;font-size:0.875em">${small}</p>`}
</div>
</body>
</html>
`;
}

/** "Unsubscribe: https://…" as a link with its word. */
const linked = (line: string): string => {
  const [, word, url] = /^(Unsubscribe): (\S+)$/.exec(line) ?? [];
  return word && url ? `<a href="${escaped(url)}" style="color:#5b6168">${word}</a>` : inLines(line);
};
