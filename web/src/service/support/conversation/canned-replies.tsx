import { hasEveryWord } from '@aisle/contract/core/fold-text';
import { fullName } from '@aisle/contract/core/full-name';
import type { TicketView } from '@aisle/contract/service/support';
import {
  type CannedReply,
  fillReply,
  type ReplyField,
  type ReplyValues,
  replyFields,
} from '@aisle/contract/system/support-rules';
import { Button, Popover } from '@mantine/core';
import { IconMessage2Bolt } from '@tabler/icons-react';
import { useState } from 'react';
import { useBrand } from '../../../core/session/installation.ts';
import { useSignedIn } from '../../../core/session/session.ts';
import { OptionList } from '../../../ui/list/filters/option-list.tsx';
import { useSupportOptions } from '../use-support-options.ts';
import type { ReplyDraft } from './use-reply-draft.ts';

/** The field values of a canned reply on a ticket. */
export function useReplyValues({ contact, order, orderData, number, location }: TicketView): ReplyValues {
  const { user } = useSignedIn();
  const brand = useBrand();
  return {
    'customer.firstName': contact?.firstName ?? null,
    'customer.lastName': contact?.lastName ?? null,
    'order.number': order?.number ?? null,
    'ticket.number': number,
    'location.name': orderData?.locationName ?? location?.name ?? null,
    'agent.firstName': user.firstName,
    'agent.name': fullName(user),
    'brand.name': brand,
  };
}

/** Appends a canned reply to a draft, with the reply's actions. */
export function withCanned(draft: ReplyDraft, canned: CannedReply, values: ReplyValues): ReplyDraft {
  const { text } = fillReply(canned.text, values);
  const before = draft.text.trimEnd();
  return {
    ...draft,
    kind: 'reply',
    text: before === '' ? text : `${before}\n\n${text}`,
    status: canned.status ?? draft.status,
    assignToMe: draft.assignToMe || (canned.assignToMe ?? false),
    addTags: [...new Set([...draft.addTags, ...(canned.addTags ?? [])])],
  };
}

/** "Fill in: Order number": the fields that the ticket has no value for. */
export function missingText(text: string): string | undefined {
  const missing: ReplyField[] = fillReply(text, {}).missing;
  if (missing.length === 0) return undefined;
  return `Fill in: ${missing.map((name) => replyFields[name].toLowerCase()).join(', ')}`;
}

interface CannedRepliesProps {
  values: ReplyValues;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChoose: (canned: CannedReply) => void;
}
/** Finds a canned reply by name or text. Each shows its text as this ticket would fill it in. */
export function CannedReplies({ values, isOpen, onOpen, onChoose }: CannedRepliesProps) {
  const { cannedReplies } = useSupportOptions();
  const [text, setText] = useState('');
  const found = cannedReplies.filter((one) => hasEveryWord(`${one.name} ${one.text}`, text));
  if (cannedReplies.length === 0) return null;
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="top-start"
      width={360}
      shadow="md"
      trapFocus
      returnFocus={false}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconMessage2Bolt size={20} />}
          onClick={() => onOpen(!isOpen)}
        >
          Canned replies
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label="Canned replies">
        <OptionList
          label="Canned replies"
          options={found.map((one) => ({
            value: one._id,
            label: one.name,
            below: fillReply(one.text, values).text,
          }))}
          chosen={undefined}
          search={{ text, onSearch: setText }}
          onChoose={(id) => {
            const canned = cannedReplies.find(({ _id }) => _id === id);
            setText('');
            onOpen(false);
            if (canned) onChoose(canned);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
