import type { TicketNotice } from '@aisle/contract/system/notifications';
import { NoticeLines } from './notice-lines.tsx';

const titles: Record<TicketNotice['kind'], (number: string) => string> = {
  ticketAssigned: (number) => `${number} was assigned to you`,
  ticketReply: (number) => `${number} has a new reply`,
  ticketDue: (number) => `${number} is due soon`,
};

/** What concerns this person's tickets. */
export function TicketNotices({
  tickets,
  onClose,
}: {
  tickets: readonly TicketNotice[];
  onClose: () => void;
}) {
  const lines = tickets.map(({ kind, ticketId, number, ...notice }) => ({
    ...notice,
    text: titles[kind](number),
    to: { to: '/supports/$id', params: { id: ticketId } } as const,
  }));
  return <NoticeLines title="Your Tickets" lines={lines} onClose={onClose} />;
}
