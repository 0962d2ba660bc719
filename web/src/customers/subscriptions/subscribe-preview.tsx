import { formatMoney } from '@aisle/contract/core/money';
import type { Subscribed } from '@aisle/contract/customers/subscriptions';
import { Skeleton } from '@mantine/core';
import { DateText } from '../../ui/values/values.tsx';
import classes from './subscriptions.module.css';

interface SubscribePreviewProps {
  preview: Subscribed | undefined;
  /** Whether the preview belongs to an earlier choice. */
  isOld: boolean;
}

/** The effects of subscribing: the invoice, the dates, and the benefits gained and lost. */
export function SubscribePreview({ preview, isOld }: SubscribePreviewProps) {
  if (!preview) return <Skeleton height={150} aria-busy="true" />;
  const { invoiceLines, total, refund, startsAt, endsAt, timeZone, benefitsGained, benefitsLost } = preview;
  return (
    <div className={classes.preview} data-old={isOld || undefined} aria-live="polite">
      <table>
        <caption className="visually-hidden">Preview</caption>
        <tbody>
          {invoiceLines.map(({ text, amount }) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              <td className="tabular">{formatMoney(amount)}</td>
            </tr>
          ))}
          <tr className={classes.total}>
            <th scope="row">{refund > 0 ? 'Refund to customer' : 'Total'}</th>
            <td className="tabular">{formatMoney(refund > 0 ? refund : total)}</td>
          </tr>
        </tbody>
      </table>
      <dl>
        <dt>Starts</dt>
        <dd>
          <DateText value={startsAt} timeZone={timeZone} />
        </dd>
        <dt>Ends</dt>
        <dd>
          <DateText value={endsAt} timeZone={timeZone} />
        </dd>
        <dt>Then</dt>
        <dd>{preview.autoRenew ? 'Renews automatically' : 'Ends'}</dd>
        {benefitsGained.length > 0 && (
          <>
            <dt>Gains</dt>
            <dd>{benefitsGained.join(' · ')}</dd>
          </>
        )}
        {benefitsLost.length > 0 && (
          <>
            <dt>Loses</dt>
            <dd>{benefitsLost.join(' · ')}</dd>
          </>
        )}
      </dl>
    </div>
  );
}
