import { type IgnoredEmail, ignoreReasons, supportRoutes } from '@aisle/contract/service/support';
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../../core/session/session.ts';
import { choice } from '../../../ui/list/filters/filter.ts';
import { ListPage } from '../../../ui/list/list-page.tsx';
import type { Column } from '../../../ui/list/rows/column.ts';
import { useList } from '../../../ui/list/use-list.ts';
import { Facts } from '../../../ui/record/record-page.tsx';
import { ButtonLink } from '../../../ui/record/screen-link.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import classes from './ignored.module.css';
import { reasonLabels, senderText } from './ignored-labels.ts';
import { useOpenEmail } from './use-open-email.ts';

const columns: Column<IgnoredEmail>[] = [
  {
    key: 'sender',
    header: 'From',
    cell: (email) => <bdi className="break-anywhere">{senderText(email)}</bdi>,
  },
  {
    key: 'subject',
    header: 'Email',
    cell: ({ subject, preview }) => (
      <>
        <bdi>{subject || 'No subject'}</bdi> {preview && <bdi className={classes.preview}>{preview}</bdi>}
      </>
    ),
    card: 'detail',
  },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reasonLabels[reason].label, card: 'state' },
  { key: 'ticket', header: 'Opened as', cell: ({ ticket }) => ticket?.number, card: 'detail' },
  {
    key: 'createdAt',
    header: 'Received',
    cell: ({ createdAt }) => <DateText value={createdAt} withTime />,
    sortable: true,
    largestFirst: true,
    card: 'figure',
  },
];

const filters = [
  choice(
    'reason',
    'Reason',
    ignoreReasons.map((value) => ({ value, label: reasonLabels[value].label })),
  ),
];

/** Emails that were ignored; each can still be opened as a ticket. */
export function IgnoredList() {
  const list = useList(supportRoutes.ignoredEmails);
  const [shown, setShown] = useState<IgnoredEmail>();
  const { open } = useOpenEmail();
  return (
    <>
      <ListPage
        title="Ignored emails"
        noun="ignored emails"
        back={{ to: '/supports', label: 'Support' }}
        list={list}
        columns={columns}
        filters={filters}
        searchLabel="Search senders and subjects"
        onOpen={setShown}
        rowActions={(email) =>
          email.ticket
            ? []
            : [{ label: 'Open as ticket', permission: 'support_add', onClick: () => open(email._id) }]
        }
        empty="Automatic replies, newsletters, bounces and email loops appear here for 30 days."
      />
      {shown && <IgnoredDrawer email={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface IgnoredDrawerProps {
  email: IgnoredEmail;
  onClose: () => void;
}

/** An ignored email with the reason, the beginning of its text, and a button that opens it as a ticket. */
function IgnoredDrawer({ email, onClose }: IgnoredDrawerProps) {
  const { reason, sender, subject, preview, ticket, createdAt } = email;
  const canOpen = useCan('support_add');
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
        <p className="m-0 break-anywhere" dir="auto">
          {preview || 'This email has no text.'}
        </p>
        <Group>
          {ticket ? (
            <ButtonLink to="/supports/$id" params={{ id: ticket._id }} variant="default">
              Go to {ticket.number}
            </ButtonLink>
          ) : (
            canOpen && (
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
