import { type Reader, yesNo } from '../../system/imports/reading/cell-readers.ts';

/** How lists of newsletters say whether a person has agreed: "SUBSCRIBED", "never_subscribed". */
const agreed = new Set(['subscribed', 'opted in', 'opt in', 'confirmed', 'granted', 'explicit']);
const notAgreed = new Set(
  [
    'unsubscribed|never subscribed|not subscribed|non subscribed|nonsubscribed|opted out|opt out|cleaned|pending',
    'unconfirmed|denied|invalid|redacted|unknown|not set|none',
  ]
    .join('|')
    .split('|'),
);

export const consent: Reader = (cell, options) => {
  const key = cell.slice(0, 40).toLowerCase().replace(/[_-]/g, ' ');
  if (agreed.has(key)) return { value: true };
  return notAgreed.has(key) ? { value: false } : yesNo(cell, options);
};
