import { formatMoney } from '@aisle/contract/core/money';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { type StatementView, statementRoutes } from '@aisle/contract/finance/statements';
import { Button, Modal } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { openInTab } from '../../../core/open-in-tab.ts';
import { later } from '../../../core/pages/lazy.ts';
import { useCan } from '../../../core/session/session.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { JobWatch } from '../../../ui/feedback/job-watch.tsx';
import type { MenuEntry } from '../../../ui/menu-button.tsx';

const PayDialog = later(() => import('../../payouts/pay-dialog.tsx').then((module) => module.PayDialog));
const VoidDialog = later(() => import('../../payouts/void-dialog.tsx').then((module) => module.VoidDialog));
const AdjustDialog = later(() => import('./adjust-dialog.tsx').then((module) => module.AdjustDialog));
type Dialog = 'pay' | 'void' | 'adjust';

/** The actions in the header of a statement, and their dialogs. */
export function useStatementActions(statement: StatementView) {
  const { status, total, money, locationId, locationName, canDiscard } = statement;
  const mayPay = useCan('statement_payment');
  const mayMake = useCan('statement_generate');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const pdf = useStatementPdf(statement);
  const discard = useDiscard(statement);
  const close = () => setDialog(null);
  const menu: MenuEntry[] = [
    ...(mayMake
      ? [{ label: `Adjust the balance of ${locationName}…`, onClick: () => setDialog('adjust') }]
      : []),
    ...(mayPay && status === 'paid'
      ? [{ label: 'Void payout…', danger: true, onClick: () => setDialog('void') }]
      : []),
    ...(mayMake && canDiscard
      ? [{ label: 'Discard statement…', danger: true, onClick: () => void discard() }]
      : []),
  ];
  return {
    primary: mayPay && status === 'open' && money !== 'transferring' && total > 0 && (
      <Button onClick={() => setDialog('pay')}>Pay {formatMoney(total)}…</Button>
    ),
    actions: (
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} />}
        loading={pdf.isPending}
        onClick={pdf.open}
      >
        PDF
      </Button>
    ),
    menu,
    dialogs: (
      <>
        {pdf.dialog}
        {dialog && (
          <Suspense>
            {dialog === 'pay' && <PayDialog statement={statement} onClose={close} />}
            {dialog === 'void' && <VoidDialog statement={statement} onClose={close} />}
            {dialog === 'adjust' && (
              <AdjustDialog location={{ _id: locationId, name: locationName }} onClose={close} />
            )}
          </Suspense>
        )}
      </>
    ),
  };
}

function useDiscard({ _id: id, number, carriedFrom }: StatementView): () => Promise<void> {
  const navigate = useNavigate();
  const discarding = useWrite(statementRoutes.remove);
  return async () => {
    const isSure = await confirm({
      title: `Discard ${number}?`,
      text: `What is on it waits for another statement again${
        carriedFrom ? `, and ${carriedFrom.number} is carried forward again` : ''
      }. The number isn't used again.`,
      confirm: 'Discard statement',
    });
    if (!isSure) return;
    try {
      await discarding.mutateAsync({ params: { id } });
      await navigate({ to: '/statements' });
    } catch {
      // A toast reports the error.
    }
  };
}

/** Opens the PDF of a statement in a new tab. A job creates a long one, and a dialog shows its progress. */
function useStatementPdf({ _id: id, number }: { _id: string; number: string }) {
  const writing = useWrite(payoutRoutes.pdf);
  const [jobId, setJobId] = useState<string | null>(null);
  async function open(): Promise<void> {
    const answer = await openInTab(writing.mutateAsync({ params: { id } }));
    setJobId(answer?.jobId ?? null);
  }
  return {
    open: () => void open(),
    isPending: writing.isPending,
    dialog: jobId && (
      <Modal opened onClose={() => setJobId(null)} title={`PDF of ${number}`} size="sm">
        <JobWatch id={jobId} />
      </Modal>
    ),
  };
}
