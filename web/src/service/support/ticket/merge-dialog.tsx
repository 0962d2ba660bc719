import { supportRoutes, type TicketView } from '@aisle/contract/service/support';
import { replyableTicketStatuses } from '@aisle/contract/system/support-rules';
import { Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { requesterOf } from '../ticket-labels.ts';

interface MergeDialogProps {
  ticket: TicketView;
  onClose: () => void;
}

/** Merges a ticket into another one; suggests those of the same customer and can search for others. */
export function MergeDialog({ ticket, onClose }: MergeDialogProps) {
  const navigate = useNavigate();
  const merging = useWrite(supportRoutes.merge);
  const [text, setText] = useState('');
  const [intoId, setIntoId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const { choices, isLoading } = useChoices(ticket, text);
  const into = choices.find(({ _id }) => _id === intoId);

  async function submit(): Promise<void> {
    if (!into) return setProblem('Choose the ticket to keep');
    setProblem(undefined);
    try {
      await merging.mutateAsync({ params: { id: ticket._id }, body: { intoId: into._id } });
      onClose();
      await navigate({
        to: '/supports/$id',
        params: { id: into._id },
        search: true,
      });
    } catch (error) {
      if (isApiError(error)) setProblem(error.fields[0]?.message ?? error.message);
    }
  }

  return (
    <FormDialog
      title={`Merge ${ticket.number}`}
      submit={into ? `Merge into ${into.number}` : 'Merge'}
      isRunning={merging.isPending}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>
        The other ticket shows the messages of both and gets further answers. {ticket.number} is closed. This
        can't be undone.
      </Text>
      <TextInput
        type="search"
        data-autofocus
        label="Ticket to keep"
        placeholder="Number, subject or customer"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {isLoading && <Skeleton height={96} aria-busy="true" />}
      {!isLoading && choices.length === 0 && <Text c="dimmed">No other tickets found.</Text>}
      {choices.length > 0 && (
        <Radio.Group aria-label="Ticket to keep" value={intoId} onChange={setIntoId}>
          <Stack gap="xs">
            {choices.map((one) => (
              <Radio
                key={one._id}
                value={one._id}
                label={`${one.number} · ${one.subject}`}
                description={requesterOf(one)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  );
}

const maxChoices = 6;
function useChoices({ _id, customerId }: TicketView, typed: string) {
  const [search] = useDebouncedValue(typed.trim(), 250);
  const ofCustomer = search === '' && customerId !== null;
  const query = useQuery({
    ...read(supportRoutes.list, {
      body: {
        limit: maxChoices + 1,
        ...(search && { search }),
        filters: { ...(ofCustomer && { customerId }), status: [...replyableTicketStatuses] },
      },
    }),
    enabled: search !== '' || customerId !== null,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return {
    choices: (query.data?.records ?? []).filter((one) => one._id !== _id).slice(0, maxChoices),
    isLoading: query.isLoading,
  };
}
