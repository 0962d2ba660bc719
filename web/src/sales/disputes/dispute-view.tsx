import { formatMoney } from '@aisle/contract/core/money';
import {
  type Dispute,
  disputeOutcomeLabels,
  disputeRoutes,
  type EvidenceFile,
  evidenceFileLabels,
  evidenceKeys,
  evidenceLabels,
} from '@aisle/contract/sales/disputes';
import { Alert, Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { OrderStatus } from '../../links/sales/order-status.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { DisputeStatusBadge, reasonText } from './dispute-status.tsx';
import { EvidenceForm } from './evidence-form.tsx';

const back = { to: '/disputes', label: 'Disputes' } as const;

export function DisputeScreen() {
  const { id } = useParams({ from: '/shell/disputes/view/$id' });
  const query = useQuery({ ...read(disputeRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(dispute) => <DisputeRecord dispute={dispute} />}
    </Loaded>
  );
}

type Action = 'edit' | 'submit' | 'accept';

function DisputeRecord({ dispute }: { dispute: Dispute }) {
  const [action, setAction] = useState<Action | null>(null);
  const { number, status, amount, fee, order, orderId, orderNumber, timeZone, canSubmit } = dispute;
  const canEdit = useCan('dispute_edit');
  const isEverywhere = useSignedIn().user.locations.length === 0;
  const canEditFunder = isEverywhere && dispute.outcome === null;
  const close = () => setAction(null);
  return (
    <RecordPage
      title={number}
      history={<HistoryButton resource="disputes" id={dispute._id} name={number} />}
      badge={<DisputeStatusBadge status={status} />}
      back={back}
      actions={
        canEdit && (
          <>
            {(canSubmit || canEditFunder) && (
              <Button variant="default" onClick={() => setAction('edit')}>
                {canSubmit ? 'Edit evidence' : 'Edit'}
              </Button>
            )}
            {canSubmit && (
              <>
                <Button variant="default" onClick={() => setAction('accept')}>
                  Accept dispute
                </Button>
                <Button onClick={() => setAction('submit')}>Submit evidence</Button>
              </>
            )}
          </>
        )
      }
      side={
        <>
          <Panel title="Order">
            <Facts
              facts={[
                ['Order', <OrderLink key="order" id={orderId} number={orderNumber} />],
                ['Status', <OrderStatus key="status" status={order.headlineStatus} />],
                ['Customer', dispute.customerName],
                ['Location', dispute.locationName],
                ['Total', formatMoney(order.total)],
                ['Paid', formatMoney(order.paid)],
                ['Refunded', order.refunded > 0 ? formatMoney(order.refunded) : null],
                ['Placed', <DateText key="placed" value={order.createdAt} withTime timeZone={timeZone} />],
                [
                  'Delivered',
                  order.deliveredAt && (
                    <DateText key="delivered" value={order.deliveredAt} withTime timeZone={timeZone} />
                  ),
                ],
              ]}
            />
          </Panel>
          <DisputeFacts dispute={dispute} />
        </>
      }
    >
      <StateAlert dispute={dispute} />
      <Panel title="Amount">
        <div className="flex wrap gap-3 gap-x-12">
          <MetricValue label="Disputed" value={formatMoney(amount)} />
          <MetricValue label="Fee" value={formatMoney(fee)} />
        </div>
      </Panel>
      <Evidence dispute={dispute} />
      {action === 'edit' && <EvidenceForm dispute={dispute} onClose={close} />}
      {(action === 'submit' || action === 'accept') && (
        <AnswerDialog dispute={dispute} accept={action === 'accept'} onClose={close} />
      )}
    </RecordPage>
  );
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { reason, dueBy, timeZone, submittedAt, fundedBy, outcome, createdAt } = dispute;
  return (
    <Panel title="Dispute">
      <Facts
        facts={[
          ['Reason', reasonText(reason)],
          ['Opened', <DateText key="opened" value={createdAt} withTime timeZone={timeZone} />],
          ['Due', dueBy && <DateText key="due" value={dueBy} withTime timeZone={timeZone} />],
          [
            'Submitted',
            submittedAt && <DateText key="sent" value={submittedAt} withTime timeZone={timeZone} />,
          ],
          ['Paid by if lost', fundedBy === 'location' ? 'Location' : 'Marketplace'],
          ['Outcome', outcome && disputeOutcomeLabels[outcome]],
        ]}
      />
    </Panel>
  );
}

/** The progress of the answer, and a note if a refund would still end the dispute. */
function StateAlert({ dispute }: { dispute: Dispute }) {
  const { sending, problem, isChargeRefundable, outcome, orderId, orderNumber } = dispute;
  if (sending) {
    const what = sending === 'accept' ? 'Your acceptance' : 'The evidence';
    return (
      <Alert title={`${what} is on its way to the card provider`}>
        {problem ? `Last attempt: ${problem}. It will be sent again.` : 'This page updates when it arrives.'}
      </Alert>
    );
  }
  if (problem) {
    return (
      <Alert color="red" title="The card provider refused the answer">
        {problem}
      </Alert>
    );
  }
  if (!isChargeRefundable || outcome !== null) return null;
  return (
    <Alert title="Refund instead">
      A refund of order <OrderLink id={orderId} number={orderNumber} /> still ends this inquiry without a
      dispute.
    </Alert>
  );
}

function Evidence({ dispute }: { dispute: Dispute }) {
  const { evidence, evidenceFiles } = dispute;
  const texts = evidenceKeys.filter((key) => evidence[key]);
  return (
    <Panel title="Evidence">
      {texts.length === 0 && evidenceFiles.length === 0 && <p className="secondary">No evidence yet.</p>}
      {texts.map((key) => (
        <section key={key} className="mb-3">
          <h3 className="text-sm">{evidenceLabels[key]}</h3>
          <p className="pre-wrap break-anywhere">{evidence[key]}</p>
        </section>
      ))}
      {evidenceFiles.length > 0 && <Files files={evidenceFiles} />}
    </Panel>
  );
}

const Files = ({ files }: { files: readonly EvidenceFile[] }) => (
  <ul className="plain-list grid gap-1" aria-label="Files">
    {files.map(({ _id, kind, name, url }) => (
      <li key={_id}>
        {evidenceFileLabels[kind]}:{' '}
        <Anchor href={url} target="_blank" inherit>
          {name}
        </Anchor>
      </li>
    ))}
  </ul>
);
