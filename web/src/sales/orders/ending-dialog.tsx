import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import type { Order } from '@aisle/contract/sales/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders';
import {
  Button,
  Checkbox,
  Group,
  Modal,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { MoneyPlanTable } from '../../ui/money-plan.tsx';
import { type CancelDraft, CancelLines, cancelledLines, wrongWith } from './cancel-lines.tsx';
import type { StepPlan } from './step-words.ts';
import type { StepExtras } from './use-steps.ts';

interface EndingDialogProps {
  order: Order;
  plan: StepPlan;
  run: (plan: StepPlan, version: number, extras: StepExtras) => Promise<void>;
  lookAgain: (error: unknown) => Promise<void>;
  onClose: () => void;
}

const beforePicking: readonly Order['status'][] = ['pending', 'orderPlaced', 'processing'];

/** Cancels or rejects an order, or cancels lines of it, always with a reason. */
export function EndingDialog({ order, plan, run, lookAgain, onClose }: EndingDialogProps) {
  const isCancel = plan.steps[0] === 'cancelled';
  const type = isCancel ? 'cancel' : 'reject';
  const reasons = useQuery(read(dashboardRoutes.reasonDropdown, { query: { type } }));
  const cancelling = useWrite(orderRoutes.cancel);
  const [extent, setExtent] = useState<'whole' | 'lines'>('whole');
  const [draft, setDraft] = useState<CancelDraft>({});
  const [reasonId, setReasonId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [restock, setRestock] = useState(true);
  const [wasTried, setTried] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const hasLeftShelf = order.preparedAt !== null;
  const mayChoose = isCancel && beforePicking.includes(order.status);
  const lines = extent === 'lines' ? cancelledLines(draft) : undefined;
  const isWrong = order.lines.some((line) => wrongWith(line, draft[line._id]));
  const isOpen = lines === undefined || (lines.length > 0 && !isWrong);
  const reason = reasons.data?.find(({ _id }) => _id === reasonId);

  async function submit(): Promise<void> {
    setTried(true);
    if (!reason || !isOpen) return;
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
            ...(lines && { lines }),
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
    <Modal opened onClose={onClose} title={`${verb} ${order.number}?`} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          {mayChoose && (
            <SegmentedControl
              fullWidth
              aria-label="How much is cancelled"
              value={extent}
              onChange={(value) => setExtent(value as typeof extent)}
              data={[
                { value: 'whole', label: 'Whole order' },
                { value: 'lines', label: 'Some items' },
              ]}
            />
          )}
          <Text>{lines ? 'The rest of the order continues.' : plan.text}</Text>
          {lines && <CancelLines order={order} draft={draft} onDraft={setDraft} />}
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
              label="Return the goods to stock"
              checked={restock}
              onChange={(event) => setRestock(event.currentTarget.checked)}
            />
          )}
          {isOpen ? (
            <Consequences orderId={order._id} lines={lines} />
          ) : (
            <Text c={wasTried ? 'var(--aisle-bad)' : 'dimmed'} role={wasTried ? 'alert' : undefined}>
              Choose items and quantities to cancel.
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {lines ? 'Keep all items' : 'Keep order'}
            </Button>
            <Button type="submit" variant="outline" color="red" loading={isRunning}>
              {lines ? 'Cancel these items' : `${verb} order`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What it does to everybody's money; a rejection does the same as a cancellation. */
function Consequences({
  orderId,
  lines,
}: {
  orderId: string;
  lines: ReturnType<typeof cancelledLines> | undefined;
}) {
  const [wanted] = useDebouncedValue(lines, 250);
  const plan = useQuery({
    ...read(orderRoutes.cancelPlan, { params: { id: orderId }, body: { ...(wanted && { lines: wanted }) } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return <MoneyPlanTable plan={plan.data} isOld={plan.isPlaceholderData} />;
}
