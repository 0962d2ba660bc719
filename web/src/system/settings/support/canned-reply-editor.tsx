import type { CannedReply } from '@aisle/contract/system/support-rules';
import { ActionIcon, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { AddButton } from '../../../ui/form/add-button.tsx';
import { moved } from '../../../ui/form/reorder.ts';
import classes from '../settings.module.css';
import type { SettingsForm } from '../settings.tsx';

const CannedReplyDialog = later(() =>
  import('./canned-reply-dialog.tsx').then((module) => module.CannedReplyDialog),
);

/** The canned replies in the order in which agents see them. */
export function CannedReplyEditor({ form }: { form: SettingsForm }) {
  const { cannedReplies: replies } = form.values.support;
  const [open, setOpen] = useState<CannedReply | 'new' | null>(null);
  const change = (next: CannedReply[]) => form.setFieldValue('support.cannedReplies', next);
  const put = (reply: CannedReply) => {
    const isKnown = replies.some(({ _id }) => _id === reply._id);
    change(isKnown ? replies.map((one) => (one._id === reply._id ? reply : one)) : [...replies, reply]);
    setOpen(null);
  };
  return (
    <>
      {replies.length === 0 && <Text c="dimmed">No canned replies yet.</Text>}
      {replies.map((reply, at) => (
        <div key={reply._id} className="row gap-1" data-path={`support.cannedReplies.${at}`}>
          <div className={`grow min-w-0 ${classes.cannedText}`}>
            <Text fw={500}>{reply.name}</Text>
            <Text size="sm" c="dimmed">
              {reply.text}
            </Text>
          </div>
          <Tool label={`Edit ${reply.name}`} onClick={() => setOpen(reply)}>
            <IconPencil size={16} />
          </Tool>
          <Tool
            label={`Move up: ${reply.name}`}
            disabled={at === 0}
            onClick={() => change(moved(replies, at, at - 1))}
          >
            <IconArrowUp size={16} />
          </Tool>
          <Tool
            label={`Move down: ${reply.name}`}
            disabled={at === replies.length - 1}
            onClick={() => change(moved(replies, at, at + 1))}
          >
            <IconArrowDown size={16} />
          </Tool>
          <Tool
            label={`Remove: ${reply.name}`}
            onClick={() => change(replies.filter((one) => one !== reply))}
          >
            <IconTrash size={16} />
          </Tool>
        </div>
      ))}
      <AddButton disabled={replies.length >= 200} onClick={() => setOpen('new')}>
        Add canned reply
      </AddButton>
      {open && (
        <Suspense>
          <CannedReplyDialog
            reply={open === 'new' ? undefined : open}
            onDone={put}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface ToolProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}
const Tool = ({ label, disabled = false, onClick, children }: ToolProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={36}
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </ActionIcon>
);
