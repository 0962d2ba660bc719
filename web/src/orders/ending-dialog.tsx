import { dashboardRoutes } from '@aisle/contract/dashboard';
import { type Order, orderRoutes } from '@aisle/contract/orders';
import { Button, Checkbox, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../core/api.ts';
import type { StepPlan } from './step-words.ts';
import type { StepExtras } from './use-steps.ts';

interface EndingDialogProps {
  order: Order;
  plan: StepPlan;
  run: (plan: StepPlan, version: number, extras: StepExtras) => Promise<Order | undefined>;
  lookAgain: (error: unknown) => Promise<void>;
  onClose: () => void;
}

/** Calls an order off: by the shop (cancel) or before it began (reject), always with a reason. */
export function EndingDialog({ order, plan, run, lookAgain, onClose }: EndingDialogProps) {
  const isCancel = plan.steps[0] === 'cancelled';
  const type = isCancel ? 'cancel' : 'reject';
  const reasons = useQuery(read(dashboardRoutes.reasonDropdown, { query: { type } }));
  const cancelling = useWrite(orderRoutes.cancel);
  const [reasonId, setReasonId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [restock, setRestock] = useState(true);
  const [wasTried, setTried] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const hasLeftShelf = order.preparedAt !== null;
  const reason = reasons.data?.find(({ _id }) => _id === reasonId);

  async function submit(): Promise<void> {
    setTried(true);
    if (!reason) return;
    setRunning(true);
    const written = note.trim();
    if (isCancel) {
      try {
        await cancelling.mutateAsync({
          params: { id: order._id },
          body: {
            reasonId: reason._id,
            version: order.version,
            ...(written && { note: written }),
            ...(hasLeftShelf && { restock }),
          },
        });
      } catch (error) {
        await lookAgain(error);
      }
    } else {
      await run(plan, order.version, { note: written ? `${reason.name}: ${written}` : reason.name });
    }
    onClose();
  }

  const verb = isCancel ? 'Cancel' : 'Reject';
  return (
    <Modal opened onClose={onClose} title={`${verb} ${order.number}?`} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text>{plan.text}</Text>
          <Select
            label="Reason"
            withAsterisk
            data-autofocus
            data={(reasons.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
            value={reasonId}
            onChange={setReasonId}
            error={wasTried && !reason ? 'Reason is required' : undefined}
          />
          <Textarea
            label="Note"
            autosize
            minRows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {isCancel && hasLeftShelf && (
            <Checkbox
              color="teal"
              label="The goods go back on the shelf"
              checked={restock}
              onChange={(event) => setRestock(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Keep the order
            </Button>
            <Button type="submit" color="red" loading={isRunning}>
              {verb} order
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
