import { fieldErrors } from '@aisle/contract/core/envelope';
import { fullName } from '@aisle/contract/core/full-name';
import { CannedReply, fillReply, type ReplyValues, replyFields } from '@aisle/contract/system/support-rules';
import { Select, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useBrand } from '../../../core/session/installation.ts';
import { useSignedIn } from '../../../core/session/session.ts';
import { TemplateText } from '../../../ui/form/fields/template-text.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import classes from '../settings.module.css';

interface CannedReplyDialogProps {
  /** Undefined for a new reply. */
  reply: CannedReply | undefined;
  onDone: (reply: CannedReply) => void;
  onClose: () => void;
}
const statuses = [
  { value: '', label: 'Keep the status' },
  { value: 'open', label: 'Open' },
  { value: 'pending', label: 'Pending' },
  { value: 'resolved', label: 'Resolved' },
];

/** Edits a canned reply with its fields and actions, and previews it as customers see it. */
export function CannedReplyDialog({ reply, onDone, onClose }: CannedReplyDialogProps) {
  const [draft, setDraft] = useState<CannedReply>(
    () =>
      reply ?? { _id: crypto.randomUUID(), name: '', text: '', status: null, assignToMe: false, addTags: [] },
  );
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const change = (patch: Partial<CannedReply>) => {
    setErrors({});
    setDraft({ ...draft, ...patch });
  };
  function submit(): void {
    const checked = CannedReply.safeParse(draft);
    if (checked.success) onDone(checked.data);
    else
      setErrors(Object.fromEntries(fieldErrors(checked.error).map(({ path, message }) => [path, message])));
  }
  return (
    <FormDialog
      title={reply ? 'Edit canned reply' : 'New canned reply'}
      submit={reply ? 'Update canned reply' : 'Add canned reply'}
      isRunning={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TemplateText
        label="Text"
        isLong
        withAsterisk
        fields={replyFields}
        value={draft.text}
        error={errors.text}
        onChange={(text) => change({ text })}
      />
      <Preview text={draft.text} />
      <Select
        label="Status after sending"
        data={statuses}
        value={draft.status ?? ''}
        onChange={(status) => change({ status: (status || null) as CannedReply['status'] })}
      />
      <TagsInput
        label="Add tags"
        maxLength={40}
        value={draft.addTags ?? []}
        error={errors.addTags}
        onChange={(addTags) => change({ addTags })}
      />
      <Switch
        label="Assign the ticket to the agent who sends it"
        color="teal"
        checked={draft.assignToMe ?? false}
        onChange={(event) => change({ assignToMe: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

function Preview({ text }: { text: string }) {
  const { user } = useSignedIn();
  const brand = useBrand();
  const examples: ReplyValues = {
    'customer.firstName': 'Ada',
    'customer.lastName': 'Byron',
    'order.number': 'O-100042',
    'ticket.number': 'H-1042',
    'location.name': 'Downtown',
    'agent.firstName': user.firstName,
    'agent.name': fullName(user),
    'brand.name': brand,
  };
  if (text.trim() === '') return null;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        Preview
      </Text>
      <p className={`m-0 pre-wrap break-anywhere ${classes.preview}`} aria-label="Preview" role="note">
        {fillReply(text, examples).text}
      </p>
    </div>
  );
}
