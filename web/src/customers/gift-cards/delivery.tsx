import { type GiftCard, giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useWrite } from '../../core/api.ts';
import { openInTab } from '../../core/open-in-tab.ts';
import { Gate } from '../../ui/gate.tsx';
import { Facts, Panel } from '../../ui/record/record-page.tsx';
import { DateText, DayText } from '../../ui/values/values.tsx';
import { DownloadCodes } from './download-codes.tsx';

/** Until the code is delivered, it can be printed, and the link to it emailed. */
export function DeliveryActions({ giftCard }: { giftCard: GiftCard }) {
  const { _id: id, status, recipient, sentAt, deliveredAt, batchId } = giftCard;
  const sending = useWrite(giftCardRoutes.resend);
  const printing = useWrite(giftCardRoutes.pdf);
  if (deliveredAt || status === 'voided') return null;
  const params = { id };
  return (
    <>
      {recipient?.email && status === 'active' && (
        <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate({ params })}>
          {sentAt ? 'Resend email' : 'Email now'}
        </Button>
      )}
      {batchId && !recipient?.email && (
        <Gate permission="gift_card_add">
          <DownloadCodes batchId={batchId} />
        </Gate>
      )}
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} />}
        loading={printing.isPending}
        onClick={() => void openInTab(printing.mutateAsync({ params }))}
      >
        PDF
      </Button>
    </>
  );
}

/** The recipient of the code and the status of its delivery. */
export function DeliveryPanel({ giftCard }: { giftCard: GiftCard }) {
  const { recipient, message, sentAt, deliveredAt, status, sendOn, batchId } = giftCard;
  if (!recipient && !message && !batchId) return null;
  const isWaiting = !deliveredAt && status !== 'voided';
  const done = recipient?.email ? 'Opened' : 'Delivered';
  const missing = recipient?.email ? 'opened' : batchId ? 'downloaded' : 'delivered';
  return (
    <Panel title="Delivery">
      <Facts
        facts={[
          ['Recipient', recipient?.name],
          ['Email', recipient?.email],
          ['Emailed', sentAt && <DateText key="sent" value={sentAt} withTime />],
          ['Scheduled for', isWaiting && !sentAt && sendOn && <DayText key="day" value={sendOn} />],
          [
            'Code',
            deliveredAt ? (
              <>
                {done} <DateText value={deliveredAt} withTime />
              </>
            ) : (
              isWaiting && `Not ${missing} yet`
            ),
          ],
          ['Message', message && <span className="pre-wrap break-anywhere">{message}</span>],
        ]}
      />
    </Panel>
  );
}
