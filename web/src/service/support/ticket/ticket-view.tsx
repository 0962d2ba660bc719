import { supportRoutes, type TicketView as Ticket } from '@aisle/contract/service/support';
import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { TimesBeside } from '../../../ui/values/values.tsx';
import { Composer } from '../conversation/composer.tsx';
import { Conversation } from '../conversation/conversation.tsx';
import inbox from '../inbox/inbox.module.css';
import classes from '../ticket.module.css';
import { presenceText, usePresence } from './presence.ts';
import { TicketHead } from './ticket-head.tsx';
import { TicketSide } from './ticket-side.tsx';

const back = { to: '/supports', label: 'Support' } as const;

/** No live event announces that an email was sent, so the screen polls. */
const checkEveryMs = 2000;
const isSending = ({ messages }: Ticket): boolean => messages.some(({ mail }) => mail?.state === 'waiting');

interface TicketViewProps {
  id: string;
  /** Opens after the ticket is resolved; null opens the list, and undefined keeps the ticket open. */
  nextId: string | null | undefined;
}
/** A ticket: its conversation, with its details beside it. */
export function TicketView({ id, nextId }: TicketViewProps) {
  const query = useQuery({
    ...read(supportRoutes.get, { params: { id } }),
    meta: { quiet: true },
    refetchInterval: ({ state }) => (state.data && isSending(state.data) ? checkEveryMs : false),
  });
  return (
    <Loaded query={query} back={back}>
      {(ticket) => (
        <TimesBeside timeZone={ticket.orderData?.timeZone}>
          <OpenTicket ticket={ticket} nextId={nextId} />
        </TimesBeside>
      )}
    </Loaded>
  );
}

function OpenTicket({ ticket, nextId }: { ticket: Ticket } & Pick<TicketViewProps, 'nextId'>) {
  const mayReply = useCan('support_reply');
  const hasRoom = useMediaQuery('(min-width: 80em)', true, { getInitialValueInEffect: false });
  const [isSideOpen, setSideOpen] = useState(false);
  const { onlookers, typing } = usePresence(ticket._id);
  const present = presenceText(onlookers);
  const assignee = useRef<HTMLInputElement>(null);
  useHotkeys({
    a: () => {
      if (hasRoom) assignee.current?.focus();
      else setSideOpen(true);
    },
  });
  return (
    <>
      <article className={inbox.ticket} aria-labelledby="page-title">
        <TicketHead
          ticket={ticket}
          nextId={nextId}
          details={
            !hasRoom && (
              <Button
                variant="default"
                leftSection={<IconLayoutSidebarRight size={16} />}
                onClick={() => setSideOpen(true)}
              >
                Details
              </Button>
            )
          }
        />
        <Conversation ticket={ticket} />
        <p
          className={`m-0 flex-none text-sm ${classes.presence}`}
          role="status"
          data-empty={present === null || undefined}
        >
          {present}
        </p>
        {mayReply && <Composer key={ticket._id} ticket={ticket} nextId={nextId} onTyping={typing} />}
      </article>
      {hasRoom ? (
        <aside className={inbox.side} aria-label="Details">
          <TicketSide ticket={ticket} assignee={assignee} />
        </aside>
      ) : (
        <Drawer
          opened={isSideOpen}
          onClose={() => setSideOpen(false)}
          position="right"
          size={400}
          title="Details"
          keepMounted={false}
        >
          <div className="column gap-3">
            <TicketSide ticket={ticket} />
          </div>
        </Drawer>
      )}
    </>
  );
}
