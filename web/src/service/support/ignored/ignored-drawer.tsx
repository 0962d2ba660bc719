import type { IgnoredEmail } from '@aisle/contract/service/support';
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useMay } from '../../../core/session/session.ts';
import { Facts } from '../../../ui/record/record-page.tsx';
import { ButtonLink } from '../../../ui/record/screen-link.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import classes from './ignored.module.css';
import { reasonLabels } from './ignored-words.ts';
import { useOpenEmail } from './use-open-email.ts';

interface IgnoredDrawerProps {
  email: IgnoredEmail;
  onClose: () => void;
}

/** One ignored email: why it was ignored, the beginning of its text, and the way to make a ticket of it. */
export function IgnoredDrawer({ email, onClose }: IgnoredDrawerProps) {
  const { reason, sender, subject, preview, ticket, createdAt } = email;
  const mayOpen = useMay('support_add');
  const { open, isOpening } = useOpenEmail();
  const from = sender?.name ? `${sender.name} <${sender.email}>` : sender?.email;
  return (
    <Drawer opened onClose={onClose} position="right" size={520} title={subject || 'No subject'}>
      <Stack gap="lg">
        <Facts
          facts={[
            ['From', from ?? 'Unknown sender'],
            ['Received', <DateText key="at" value={createdAt} withTime />],
            ['Reason', `${reasonLabels[reason].label}. ${reasonLabels[reason].hint}`],
          ]}
        />
        <p className={classes.text} dir="auto">
          {preview || 'This email has no text.'}
        </p>
        <Group>
          {ticket ? (
            <ButtonLink to="/supports/$id" params={{ id: ticket._id }} variant="default">
              Go to {ticket.number}
            </ButtonLink>
          ) : (
            mayOpen && (
              <Button loading={isOpening} onClick={() => open(email._id)}>
                Open as ticket
              </Button>
            )
          )}
        </Group>
      </Stack>
    </Drawer>
  );
}
