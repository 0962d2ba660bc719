import type { StatementPreview } from '@aisle/contract/finance/statements';
import { returnStatuses } from '@aisle/contract/sales/orders/order-flow';
import { activeStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Destination } from '../../core/pages/screens.ts';
import { PeriodText } from '../../links/overview/period.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { notFinalLabels } from '../payouts/not-final.ts';
import { StatementSums } from './record/statement-sums.tsx';
import classes from './statements.module.css';

interface PreviewPanelProps {
  preview: StatementPreview;
  isOld: boolean;
  badge: ReactNode;
}
/** The preview of a new statement: its sums, and the orders, returns and refunds that will be on a later statement. */
export function PreviewPanel({ preview, isOld, badge }: PreviewPanelProps) {
  const { status, cut, timeZone } = preview;
  return (
    <Panel title={`Preview for ${preview.locationName}`} tools={badge}>
      <Text c="dimmed" mb="sm">
        <PeriodText period={preview} />, posted before{' '}
        <DateText value={cut} withTime timeZone={timeZone} isWithin />
      </Text>
      <StatementSums
        sums={preview}
        totalLabel={status === 'carried' ? 'Carried forward' : 'Amount due'}
        isOld={isOld}
      />
      {status === 'carried' && (
        <p className={`m-0 mt-3 text-sm secondary ${classes.aside}`}>
          This is too little to be paid. It's carried into the next statement of this location.
        </p>
      )}
      <NotFinalNote preview={preview} />
    </Panel>
  );
}

const isUnderWay = (status: (typeof returnStatuses)[number]) =>
  !/^(returned|replaced)$|Rejected$|Failed$/.test(status);
const openReturnStatuses = returnStatuses.filter(isUnderWay);

/** Pending orders, returns and refunds that can still change the amount owed, each with a link. */
function NotFinalNote({ preview }: { preview: StatementPreview }) {
  const { locationId, to, notFinal } = preview;
  const { openReturns, refundsInProgress, ordersOut } = notFinal;
  const all: { count: number; text: string; to: Destination }[] = [
    {
      count: ordersOut,
      text: notFinalLabels.ordersOut(ordersOut),
      to: { to: '/orders', search: { locationId, status: [...activeStatuses], to } },
    },
    {
      count: openReturns,
      text: notFinalLabels.openReturns(openReturns),
      to: { to: '/orders/returns', search: { locationId, status: [...openReturnStatuses] } },
    },
    {
      count: refundsInProgress,
      text: notFinalLabels.refundsInProgress(refundsInProgress),
      to: { to: '/payments', search: { tab: 'refunds', locationId } },
    },
  ];
  const open = all.filter(({ count }) => count > 0);
  if (open.length === 0) return null;
  return (
    <Alert color="gray" variant="default" title="Not final yet" mt="md">
      These will be on a later statement:
      <ul className={classes.notFinal}>
        {open.map(({ text, to: rows }) => (
          <li key={text}>
            <ScreenLink {...rows}>{text}</ScreenLink>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
