import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import {
  type BulkStep,
  bulkStepLabel,
  bulkStepNeeds,
  bulkSteps,
  type OrderBulkPreview,
  orderBulkRoutes,
  stepsTo,
} from '@aisle/contract/sales/order-bulk';
import type { OrderRow, OrderTarget } from '@aisle/contract/sales/orders/order-list';
import { isEndedByStaff } from '@aisle/contract/sales/orders/order-status-groups';
import { Button, Modal, Select, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { usePermissions } from '../../core/session/session.ts';
import { statusLabel } from '../../links/sales/order-status.tsx';
import classes from './order-bulk.module.css';

const effects: Record<BulkStep, string> = {
  processing: 'Moves the orders to picking.',
  prepared: "Deducts what was picked from stock. Items that aren't checked off are recorded as fully picked.",
  pickup: 'Customers can pick up their orders.',
  awaitingForDelivery: 'The orders wait for a driver.',
  offQueue: 'Stops looking for drivers. Store employees take the orders.',
  outOfDelivery: 'The orders leave the store. Store employees take those without a driver.',
  delivered: 'Confirms delivery and that any amount due was collected. Customers earn their coins.',
  rejected: "Releases reserved stock and refunds payments. This can't be undone.",
  cancelled: "Releases reserved stock and refunds payments. This can't be undone.",
};

/** The orders to update. */
interface ChosenOrders {
  target: OrderTarget;
  /** "12 orders", "about 12,400 orders". */
  words: string;
}
interface BulkStepDialogProps extends ChosenOrders {
  /** Some of the orders; the dialog preselects the step that most of these can take. */
  sample: readonly OrderRow[];
  onClose: () => void;
}

/** Moves many orders one step ahead, after showing how many of them can take it. */
export function BulkStepDialog({ target, words, sample, onClose }: BulkStepDialogProps) {
  const held = usePermissions();
  const open = bulkSteps.filter((step) => held.has(bulkStepNeeds(step)));
  const [status, setStatus] = useState<BulkStep>(() => defaultStep(open, sample, held));
  const [reasonId, setReasonId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [wasTried, setTried] = useState(false);
  const navigate = useNavigate();
  const start = useWrite(orderBulkRoutes.create);
  const isEnding = isEndedByStaff(status);
  const preview = useQuery({
    ...read(orderBulkRoutes.preview, { body: { target, status } }),
    meta: { quiet: true },
  });
  const type = status === 'cancelled' ? 'cancel' : 'reject';
  const reasons = useQuery({
    ...read(dashboardRoutes.reasonDropdown, { query: { type } }),
    enabled: isEnding,
  });
  const reason = reasons.data?.find(({ _id }) => _id === reasonId)?.name;
  const changed = preview.data?.changed ?? 0;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if ((isEnding && !reason) || changed === 0) return;
    const written = note.trim();
    const body = { target, status, ...(isEnding && { reason }), ...(written && { note: written }) };
    try {
      const { _id } = await start.mutateAsync({ body });
      onClose();
      await navigate({ to: '/orders/steps/$id', params: { id: _id } });
    } catch {
      // The error appears in a toast; the dialog stays open for another attempt.
    }
  }

  return (
    <Modal opened onClose={onClose} title={`Next step for ${words}`} size={520} centered={false}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Select
            label="Step"
            data-autofocus
            data={open.map((step) => ({ value: step, label: bulkStepLabel(step) }))}
            value={status}
            onChange={(step) => step && setStatus(step as BulkStep)}
            description={effects[status]}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
          {isEnding && (
            <Select
              label="Reason"
              withAsterisk
              data={(reasons.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
              value={reasonId}
              onChange={setReasonId}
              error={wasTried && !reason && 'Reason is required'}
            />
          )}
          <Textarea
            label="Note"
            placeholder="For the timeline of each order"
            autosize
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {preview.error && <Text c="var(--aisle-bad)">{preview.error.message}</Text>}
          {!preview.data && !preview.error && <Skeleton height={64} className="after-a-while" />}
          {preview.data && <Outlook preview={preview.data} />}
          <div className="flex wrap justify-end gap-2">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button
              type="submit"
              loading={start.isPending}
              disabled={changed === 0 || preview.isFetching}
              {...(isEnding && { color: 'red' })}
            >
              {changed > 0
                ? `${bulkStepLabel(status)}: ${pluralize(changed, 'order')}`
                : bulkStepLabel(status)}
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}

/** How many orders can take the step, and the reasons the others can't. */
function Outlook({ preview }: { preview: OrderBulkPreview }) {
  const { changed, same, refused, refusals, total, due } = preview;
  return (
    <div className={`grid gap-1 text-md ${classes.outlook}`} role="status">
      <p>
        <b>{changed === 0 ? 'Not possible for any of these orders' : pluralize(changed, 'order')}</b>
        {changed > 0 && (
          <span>
            {formatMoney(total)} total{due > 0 && `, ${formatMoney(due)} unpaid`}
          </span>
        )}
      </p>
      {same > 0 && (
        <p>
          {pluralize(same, 'order')} already {same === 1 ? 'has' : 'have'} this status
        </p>
      )}
      {refused > 0 && (
        <>
          <p>Not possible for {pluralize(refused, 'order')}:</p>
          <ul>
            {refusals.map(({ status, count: many }) => (
              <li key={status}>
                {formatCount(many)} {statusLabel(status)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function defaultStep(
  open: readonly BulkStep[],
  sample: readonly OrderRow[],
  held: ReturnType<typeof usePermissions>,
): BulkStep {
  const able = (step: BulkStep) => sample.filter((order) => stepsTo(step, order, held)?.length).length;
  const [first] = [...open].filter((step) => !isEndedByStaff(step)).sort((a, b) => able(b) - able(a));
  return first ?? open[0] ?? 'cancelled';
}
