import { type Mail, mailRoutes } from '@aisle/contract/system/mails';
import { Anchor, Drawer, Skeleton, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { read } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { linksIn } from './links-in.ts';
import classes from './outbox.module.css';

/** Only the demo has an outbox. */
const isMissing = (error: Error | null): boolean => isApiError(error) && error.code === 'not-found';

/** The emails that would have been sent, to try Aisle without a mail server. */
export function Outbox() {
  const query = useQuery({
    ...read(mailRoutes.list, {}),
    meta: { quiet: true },
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : 5000),
  });
  const isOff = isMissing(query.error);
  const [open, setOpen] = useState<Mail | null>(null);
  return (
    <RecordPage title="Outbox">
      {isOff ? (
        <EmptyState
          title="Emails aren't shown here"
          text="The outbox is part of the demo. This installation sends its emails by SMTP, or saves them as files in its data folder."
        />
      ) : (
        query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton height={240} className="after-a-while" />}
      {query.data?.length === 0 && (
        <EmptyState title="No emails yet" text="Emails appear here as they're sent." />
      )}
      {query.data && query.data.length > 0 && (
        <Panel>
          <ul className={`plain-list lined ${classes.mails}`}>
            {query.data.map((mail) => (
              <li key={mail._id}>
                <button
                  type="button"
                  className={`grid align-center gap-1 gap-x-4 w-full plain-button text-sm ${classes.mail}`}
                  onClick={() => setOpen(mail)}
                >
                  <span className={`medium truncate ${classes.subject}`}>{mail.subject}</span>
                  <span className="secondary truncate">{mail.to}</span>
                  <StatusBadge
                    family={mail.sentAt ? 'good' : 'waiting'}
                    label={mail.sentAt ? 'Sent' : 'Waiting'}
                  />
                  <DateText value={mail.createdAt} withTime withZone />
                </button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Drawer
        opened={open !== null}
        onClose={() => setOpen(null)}
        position="right"
        size={560}
        title={open?.subject}
      >
        <Text size="sm" c="dimmed" mb="md">
          To {open?.to}
        </Text>
        <div className="pre-wrap break-anywhere">
          {linksIn(open?.text ?? '').map((piece, index) =>
            piece.isLink ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
              <Anchor key={index} href={piece.text}>
                {piece.text}
              </Anchor>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              <Fragment key={index}>{piece.text}</Fragment>
            ),
          )}
        </div>
        {open?.attachments.map(({ name, url }) => (
          <Anchor key={url} href={url} download className="inline-row gap-2 mt-4 text-sm">
            <IconPaperclip size={16} aria-hidden />
            {name}
          </Anchor>
        ))}
      </Drawer>
    </RecordPage>
  );
}
