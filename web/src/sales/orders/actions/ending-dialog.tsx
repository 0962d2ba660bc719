import { itemName } from '@aisle/contract/core/item-name';
import { pluralize } from '@aisle/contract/core/pluralize';
import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import { isReserved } from '@aisle/contract/sales/orders/order-status-groups';
import type { CancelOrder } from '@aisle/contract/sales/orders/order-steps';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { Checkbox, SegmentedControl, Select, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { messageOf } from '../../../core/api-error.ts';
import { LinePicker } from '../../../links/line-picker/line-picker.tsx';
import {
  itemsIn,
  type PickableLine,
  type Picked,
  pickProblem,
} from '../../../links/line-picker/picked-lines.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useReadVersion } from '../../../ui/form/use-read-version.ts';
import { MoneyPlanTable } from '../../../ui/values/money-plan.tsx';
import type { StepPlan } from './step-labels.ts';
import type { StepExtras } from './use-steps.ts';

interface EndingDialogProps {
  order: Order;
  plan: StepPlan;
  run: (plan: StepPlan, version: number, extras: StepExtras) => Promise<string | null>;
  refetchOrder: (error: unknown) => Promise<boolean>;
  /** Gets the result as text, for a page that records it. */
  onDone?: ((result: string) => void) | undefined;
  onClose: () => void;
}

/** Cancels an order or some of its items, or rejects it; always requires a reason. */
export function EndingDialog({ order, plan, run, refetchOrder, onDone, onClose }: EndingDialogProps) {
  const isCancel = plan.steps[0] === 'cancelled';
  const reasons = useQuery(
    read(dashboardRoutes.reasonDropdown, { query: { type: isCancel ? 'cancel' : 'reject' } }),
  );
  const cancelling = useWrite(orderRoutes.cancel);
  const send = useReadVersion(order, isDifferent);
  const [{ version }] = useState(order);
  const [extent, setExtent] = useState<'whole' | 'lines'>('whole');
  const [picked, setPicked] = useState<Picked>({});
  const [reasonId, setReasonId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [restock, setRestock] = useState(true);
  const [wasTried, setTried] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const hasLeftShelf = order.preparedAt !== null;
  const mayChoose = isCancel && isReserved(order.status);
  const choices = cancellableLines(order);
  const lines = extent === 'lines' ? cancelledLines(choices, picked) : undefined;
  const isReady = lines === undefined || lines.length > 0;
  const reason = reasons.data?.find(({ _id }) => _id === reasonId);
  const money = usePlan(order._id, lines);

  /** Returns the error message; null after cancelling, or if another user changed the order first. */
  async function cancel(body: Omit<CancelOrder, 'version'>, result: string): Promise<string | null> {
    try {
      await send((read) =>
        cancelling.mutateAsync({ params: { id: order._id }, body: { ...body, version: read } }),
      );
      onDone?.(result);
      return null;
    } catch (error) {
      return (await refetchOrder(error)) ? null : messageOf(error);
    }
  }

  async function submit(): Promise<void> {
    setTried(true);
    if (!reason || !isReady) return;
    setProblem(null);
    setRunning(true);
    const written = note.trim();
    const failure = isCancel
      ? await cancel(
          {
            reasonId: reason._id,
            ...(written && { note: written }),
            ...(hasLeftShelf && { restock }),
            ...(lines && { lines }),
          },
          `Cancelled ${lines ? pluralize(items, 'item') : 'the order'}: ${reason.name}`,
        )
      : await run(plan, version, { note: written ? `${reason.name}: ${written}` : reason.name });
    setRunning(false);
    if (failure === null) onClose();
    else setProblem(failure);
  }

  const verb = isCancel ? 'Cancel' : 'Reject';
  const items = itemsIn(choices, picked);
  return (
    <FormDialog
      title={`${verb} ${order.number}?`}
      submit={lines ? `Cancel ${items > 0 ? pluralize(items, 'item') : 'items'}` : `${verb} order`}
      danger
      cancel="Close"
      isRunning={isRunning}
      problem={wasTried && !isReady ? 'Choose items and quantities to cancel.' : (problem ?? undefined)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {mayChoose && (
        <SegmentedControl
          fullWidth
          aria-label="What to cancel"
          value={extent}
          onChange={(value) => setExtent(value as typeof extent)}
          data={[
            { value: 'whole', label: 'Whole order' },
            { value: 'lines', label: 'Some items' },
          ]}
        />
      )}
      <Text>{lines ? 'The rest of the order continues.' : wholeText(order, plan)}</Text>
      {lines && (
        <CancelLines
          lines={choices}
          picked={picked}
          onPicked={setPicked}
          amounts={new Map(lines.length > 0 ? money.data?.lines.map((one) => [one.lineId, one.amount]) : [])}
        />
      )}
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
        minRows={1}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {isCancel && hasLeftShelf && (
        <Checkbox
          color="teal"
          label="Return items to stock"
          checked={restock}
          onChange={(event) => setRestock(event.currentTarget.checked)}
        />
      )}
      {isReady && (
        <MoneyPlanTable plan={money.data} isOld={money.isPlaceholderData} rest={lines && money.data} />
      )}
    </FormDialog>
  );
}

/** Compares what a cancellation is about; picks and notes of other users don't change it. */
const isDifferent = (now: Order, opened: Order): boolean => decidedOn(now) !== decidedOn(opened);
const decidedOn = ({ status, total, paid, lines }: Order): string =>
  JSON.stringify([status, total, paid, lines.map(({ _id, quantity, removed }) => [_id, quantity, removed])]);

/** Omits the refund if nothing was paid. */
const wholeText = ({ payments }: Order, { text }: StepPlan): string =>
  payments.some(({ status }) => status === 'authorised' || status === 'captured')
    ? text
    : "Releases reserved stock. Nothing was paid yet. This can't be undone.";

/** The plan with all amounts to refund or charge; a rejection has the same effects as a cancellation. */
function usePlan(orderId: string, lines: ReturnType<typeof cancelledLines> | undefined) {
  const [wanted] = useDebouncedValue(lines?.length === 0 ? undefined : lines, 250);
  return useQuery({
    ...read(orderRoutes.cancelPlan, { params: { id: orderId }, body: { ...(wanted && { lines: wanted }) } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

const quantityOf = (line: OrderLine): number => line.pickedQuantity ?? line.quantity;

const cancellableLines = ({ lines }: Order): PickableLine[] =>
  lines
    .filter((line) => quantityOf(line) > 0)
    .map((line) => ({ id: line._id, name: itemName(line), goods: line, most: quantityOf(line) }));

/** The lines to cancel; empty while a quantity is invalid or missing. */
function cancelledLines(lines: readonly PickableLine[], picked: Picked) {
  if (lines.some((line) => picked[line.id] && pickProblem(line, picked[line.id]!))) return [];
  return Object.entries(picked).map(([lineId, { quantity }]) => ({ lineId, quantity: quantity ?? 0 }));
}

interface CancelLinesProps {
  lines: readonly PickableLine[];
  picked: Picked;
  onPicked: (picked: Picked) => void;
  /** The amount of each line. */
  amounts: ReadonlyMap<string, number>;
}
/** Selects the items to cancel. */
function CancelLines({ lines, picked, ...rest }: CancelLinesProps) {
  const problems = Object.fromEntries(
    lines.flatMap((line) => {
      const one = picked[line.id];
      return one ? [[line.id, pickProblem(line, one)]] : [];
    }),
  );
  return <LinePicker verb="Cancel" lines={lines} picked={picked} problems={problems} {...rest} />;
}
