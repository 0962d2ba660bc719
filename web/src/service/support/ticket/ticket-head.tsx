import type { TicketView } from '@aisle/contract/service/support';
import type { TicketStatus as Status } from '@aisle/contract/system/support-rules';
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { useCan } from '../../../core/session/session.ts';
import { TicketStatus } from '../../../links/service/ticket-status.tsx';
import { HistoryButton } from '../../../links/system/record-history.tsx';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { MenuButton, type MenuEntry } from '../../../ui/menu-button.tsx';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { Urgency } from '../inbox/ticket-row.tsx';
import classes from '../ticket.module.css';
import { useTicketStatus } from './use-ticket-write.ts';

const MergeDialog = later(() => import('./merge-dialog.tsx').then((module) => module.MergeDialog));
const back = { to: '/supports', label: 'Support' } as const;

const stepLabels: Record<Status, string> = {
  open: 'Reopen',
  pending: 'Wait for reply',
  resolved: 'Resolve',
  closed: 'Close',
};

interface TicketHeadProps {
  ticket: TicketView;
  nextId: string | null | undefined;
  details: ReactNode;
}
/** The subject and status of a ticket, with its default next step. */
export function TicketHead({ ticket, nextId, details }: TicketHeadProps) {
  const isNarrow = useIsNarrow();
  const mayReply = useCan('support_reply');
  const canEdit = useCan('support_edit');
  const [isMerging, setMerging] = useState(false);
  const { move, isMoving } = useTicketStatus(ticket, nextId);
  const steps = mayReply || canEdit ? ticket.nextStatuses : [];
  const first = defaultStep(steps);
  useHotkeys({ e: () => steps.includes('resolved') && !isMoving && move('resolved') });
  const menu: MenuEntry[] = [
    ...steps
      .filter((step) => step !== first)
      .map((step) => ({ label: stepLabels[step], onClick: () => move(step) })),
    ...(canEdit && ticket.mergedInto === null
      ? [{ label: 'Merge into another ticket…', onClick: () => setMerging(true) }]
      : []),
  ];
  return (
    <header className={`grid align-center flex-none ${classes.head}`}>
      <PageTitle title={ticket.subject} {...(isNarrow && { back })} />
      <div className={`row gap-2 ${classes.headTools}`}>
        {first && (
          <Button
            variant="default"
            loading={isMoving}
            {...(first === 'resolved' && { leftSection: <IconCheck size={16} /> })}
            onClick={() => move(first)}
          >
            {stepLabels[first]}
          </Button>
        )}
        {details}
        <HistoryButton resource="support" id={ticket._id} name={ticket.number} />
        {menu.length > 0 && (
          <MenuButton
            button={
              <ActionIcon variant="default" size={36} aria-label={`More for ${ticket.number}`}>
                <IconDots size={20} />
              </ActionIcon>
            }
            entries={menu}
          />
        )}
      </div>
      <p className={classes.summary}>
        <span className="tabular">{ticket.number}</span>
        <TicketStatus status={ticket.status} />
        <Urgency ticket={ticket} />
        <span>{ticket.assignee ? `Assigned to ${ticket.assignee.name}` : 'Unassigned'}</span>
      </p>
      {isMerging && (
        <Suspense>
          <MergeDialog ticket={ticket} onClose={() => setMerging(false)} />
        </Suspense>
      )}
    </header>
  );
}

/** Most tickets are resolved next; a resolved ticket is reopened more often than closed manually. */
const defaultStep = (steps: readonly Status[]): Status | undefined =>
  (['resolved', 'open', 'closed'] as const).find((step) => steps.includes(step));
