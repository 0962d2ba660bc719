import { fieldErrors } from '@aisle/contract/core/envelope';
import {
  againstDetail,
  OrderDetailsWish,
  orderDetailRoutes,
  orderDetails,
} from '@aisle/contract/sales/orders/order-details';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { DeliveryAddressFields } from '../../../links/sales/delivery-address.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { DueSelect, PaymentSelect } from './order-detail-fields.tsx';
import { type DetailsDraft, detailsOf, detailsWish } from './order-details.ts';
import { DetailsPlanTable } from './order-details-plan.tsx';

interface OrderDetailsDialogProps {
  order: Order;
  /** After a refusal: reads the order again. */
  lookAgain: (error: unknown) => Promise<unknown>;
  onClose: () => void;
}
type Errors = Readonly<Record<string, string>>;
const byPath = (fields: readonly { path: string; message: string }[]): Errors =>
  Object.fromEntries(fields.map(({ path, message }) => [path, message]));

/** Changes where, when and how an order is delivered and paid, and shows first what that costs. */
export function OrderDetailsDialog({ order, lookAgain, onClose }: OrderDetailsDialogProps) {
  // What a colleague changes meanwhile is not part of this edit.
  const [before] = useState(() => detailsOf(order));
  const [draft, setDraft] = useState(before);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string>();
  const editing = useWrite(orderDetailRoutes.edit);
  const wish = detailsWish(before, draft);
  const isChanged = Object.keys(wish).length > 0;
  const plan = usePlan(order, wish);
  const closed = orderDetails.map((detail) => [detail, againstDetail(detail, order)] as const);
  const isOpen = Object.fromEntries(closed.map(([detail, reason]) => [detail, reason === null]));
  const refusals = closed.flatMap(([detail, reason]) =>
    reason && !(detail === 'address' && order.fulfilment === 'pickup') ? [reason] : [],
  );
  const shown: Errors = { ...(!plan.isOld && byPath(plan.data?.problems ?? [])), ...errors };

  function change(patch: Partial<DetailsDraft>): void {
    setDraft({ ...draft, ...patch });
    setErrors({});
    setProblem(undefined);
  }
  async function submit(): Promise<void> {
    const parsed = OrderDetailsWish.safeParse(wish);
    if (!parsed.success) return setErrors(byPath(fieldErrors(parsed.error)));
    try {
      await editing.mutateAsync({
        params: { id: order._id },
        body: { ...parsed.data, version: order.version },
      });
      onClose();
    } catch (error) {
      if (!isApiError(error)) return;
      setErrors(byPath(error.fields));
      if (error.code === 'version-stale') {
        await lookAgain(error);
        setProblem('Someone else changed this order. Check your changes, then save again.');
      } else setProblem(error.fields.length > 0 ? undefined : error.message);
    }
  }

  return (
    <FormDialog
      title={`Edit details of ${order.number}`}
      submit="Save changes"
      isRunning={editing.isPending}
      disabled={!isChanged || plan.isOld}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {isOpen.address && (
        <DeliveryAddressFields
          value={draft.address}
          errors={shown}
          onChange={(address) => change({ address })}
        />
      )}
      {wish.address && plan.data && plan.data.problems.length === 0 && (
        <DetailsPlanTable order={order} plan={plan.data} isOld={plan.isOld} />
      )}
      {isOpen.slot && (
        <DueSelect
          order={order}
          value={draft.slot}
          error={shown.slot ?? shown['slot.to']}
          onChange={(slot) => change({ slot })}
        />
      )}
      {isOpen.paymentType && (
        <PaymentSelect
          value={draft.paymentType}
          error={shown.paymentType}
          onChange={(paymentType) => change({ paymentType })}
        />
      )}
      {isOpen.note && (
        <Textarea
          label="Note from the customer"
          autosize
          minRows={2}
          maxLength={1000}
          value={draft.note}
          error={shown.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      )}
      {refusals.map((reason) => (
        <Text key={reason} size="sm" c="dimmed">
          {reason}.
        </Text>
      ))}
    </FormDialog>
  );
}

const settleMs = 250;
/** What the changes come to, a moment after the last of them; nothing while an address is half written. */
function usePlan(order: Order, wish: OrderDetailsWish) {
  const { note: _, ...priced } = wish;
  const isReadable = Object.keys(priced).length > 0 && OrderDetailsWish.safeParse(priced).success;
  const current = isReadable ? JSON.stringify(priced) : 'null';
  const [settled] = useDebouncedValue(current, settleMs);
  const body = JSON.parse(settled) as OrderDetailsWish | null;
  const query = useQuery({
    ...read(orderDetailRoutes.plan, { params: { id: order._id }, body: body ?? {} }),
    enabled: body !== null,
    placeholderData: body === null ? undefined : keepPreviousData,
    meta: { quiet: true },
  });
  const isOld =
    isReadable && !query.isError && (settled !== current || query.isPlaceholderData || !query.data);
  return { data: isReadable ? query.data : undefined, isOld };
}
