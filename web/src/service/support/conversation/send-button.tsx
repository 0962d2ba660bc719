import type { TicketView } from '@aisle/contract/service/support';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { MenuButton } from '../../../ui/menu-button.tsx';
import classes from './composer.module.css';
import type { ReplyDraft } from './use-reply-draft.ts';

interface SendButtonProps {
  ticket: TicketView;
  draft: ReplyDraft;
  /** Others wrote messages that the agent should read first. */
  hasNewer: boolean;
  isSending: boolean;
  onSend: (status?: ReplyDraft['status']) => void;
}

const withStatus = {
  open: 'Send and reopen',
  pending: 'Send and wait for reply',
  resolved: 'Send and resolve',
} as const;

/** Sends the draft; its menu also sets the status. */
export function SendButton({ ticket, draft, hasNewer, isSending, onSend }: SendButtonProps) {
  if (draft.kind === 'note') {
    return (
      <span className={classes.send}>
        <Button type="submit" variant="default" loading={isSending}>
          Add note
        </Button>
      </span>
    );
  }
  const statuses = (['pending', 'resolved', 'open'] as const).filter((one) =>
    ticket.nextStatuses.includes(one),
  );
  const chosen = draft.status && statuses.includes(draft.status) ? draft.status : null;
  const label = chosen ? withStatus[chosen] : 'Send';
  return (
    <span className={classes.send}>
      <Button type="submit" loading={isSending} className={classes.sendMain ?? ''}>
        {hasNewer ? 'Send anyway' : label}
      </Button>
      <MenuButton
        button={
          <ActionIcon
            variant="filled"
            size={36}
            disabled={isSending}
            className={classes.sendMore ?? ''}
            aria-label="Send and change status"
          >
            <IconChevronDown size={20} />
          </ActionIcon>
        }
        entries={[
          ...(chosen ? [{ label: 'Send', onClick: () => onSend(null) }] : []),
          ...statuses.map((status) => ({ label: withStatus[status], onClick: () => onSend(status) })),
        ]}
      />
    </span>
  );
}
