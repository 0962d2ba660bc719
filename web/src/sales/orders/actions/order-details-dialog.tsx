import { kmToMiles } from '@aisle/contract/core/dates';
import { fieldErrors } from '@aisle/contract/core/envelope';
import { formatMoney } from '@aisle/contract/core/money';
import {
  detailProblem,
  type OrderDetail,
  OrderDetailsDraft,
  type OrderDetailsPlan,
  orderDetailRoutes,
  orderDetails,
  payableLater,
} from '@aisle/contract/sales/orders/order-details';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { paymentLabel } from '@aisle/contract/system/payment-types';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { Alert, Select, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { notifySuccess } from '../../../core/notice.tsx';
import { DeliveryAddressFields } from '../../../links/sales/delivery-address.tsx';
import { useSlots } from '../../../links/sales/use-slots.ts';
import { ConflictPanel } from '../../../ui/form/drafts/conflict-panel.tsx';
import { useRecordDraft } from '../../../ui/form/drafts/use-record-draft.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSaveKey } from '../../../ui/form/use-save-key.ts';
import { slotText } from '../../../ui/values/when.ts';
import { authorOf } from '../record/order-events.ts';
import classes from '../record/order-record.module.css';
import {
  type DetailsDraft,
  describeDetail,
  detailsDraft,
  detailsOf,
  detailTexts,
  slotKey,
  slotLabel,
} from './order-details.ts';

interface OrderDetailsDialogProps {
  order: Order;
  onClose: () => void;
}
type Errors = Readonly<Record<string, string>>;
const byPath = (fields: readonly { path: string; message: string }[]): Errors =>
  Object.fromEntries(fields.map(({ path, message }) => [path, message]));

/** Edits the delivery address, time and payment type of an order, and previews the cost before saving. */
export function OrderDetailsDialog({ order, onClose }: OrderDetailsDialogProps) {
  const {
    read: opened,
    before,
    draft,
    setDraft,
    conflict,
    save,
  } = useRecordDraft(order, detailsOf, detailTexts);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string>();
  const editing = useWrite(orderDetailRoutes.edit, { quiet: true });
  const submitLatest = useSaveKey(() => void submit());
  const wish = detailsDraft(before, draft);
  const isChanged = Object.keys(wish).length > 0;
  const plan = usePlan(order, wish);
  const closed = orderDetails.map((detail) => [detail, detailProblem(detail, order)] as const);
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
    if (conflict || editing.isPending) return;
    const parsed = OrderDetailsDraft.safeParse(wish);
    if (!parsed.success) return setErrors(byPath(fieldErrors(parsed.error)));
    setProblem(undefined);
    try {
      const saved = await save((mine, read) =>
        editing.mutateAsync({
          params: { id: order._id },
          body: { ...OrderDetailsDraft.parse(detailsDraft(detailsOf(read), mine)), version: read.version },
        }),
      );
      if (!saved) return;
      notifySuccess('Order updated');
      onClose();
    } catch (error) {
      if (!isApiError(error)) return;
      setErrors(byPath(error.fields));
      setProblem(error.fields.length > 0 ? undefined : error.message);
    }
  }

  return (
    <FormDialog
      title={`Edit details of ${order.number}`}
      submit="Save changes"
      isRunning={editing.isPending}
      disabled={!isChanged || plan.isOld || conflict !== null}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ConflictPanel
        form={{ conflict }}
        author={conflict ? authorOf(conflict.record as Order, 'details') : undefined}
        describe={(path, { mine, remote }) =>
          describeDetail(path as OrderDetail, {
            mine: mine as DetailsDraft,
            remote: remote as DetailsDraft,
            timeZone: order.timeZone,
            fulfilment: order.fulfilment,
          })
        }
        onSettled={() => requestAnimationFrame(submitLatest)}
      />
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
          order={opened}
          value={draft.slot}
          error={shown.slot ?? shown['slot.to']}
          onChange={(slot) => change({ slot })}
        />
      )}
      {isOpen.paymentType && (
        <PaymentSelect
          value={draft.paymentType}
          fulfilment={order.fulfilment}
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
/** The preview of the changes, requested shortly after the last edit; undefined while the address is incomplete. */
function usePlan(order: Order, wish: OrderDetailsDraft) {
  const { note: _, ...priced } = wish;
  const isReadable = Object.keys(priced).length > 0 && OrderDetailsDraft.safeParse(priced).success;
  const current = isReadable ? JSON.stringify(priced) : 'null';
  const [settled] = useDebouncedValue(current, settleMs);
  const body = JSON.parse(settled) as OrderDetailsDraft | null;
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

interface DueSelectProps {
  order: Order;
  value: Order['slot'];
  error: string | undefined;
  onChange: (slot: Order['slot']) => void;
}
/** The time slots of the order's store, including the order's current slot. */
function DueSelect({ order, value, error, onChange }: DueSelectProps) {
  const { locationId, fulfilment, slot, timeZone } = order;
  const slots = useSlots(locationId).map((choice) => ({ ...choice, value: slotKey(choice.slot) }));
  const isListed = slot && slots.some((choice) => choice.value === slotKey(slot));
  const own =
    slot && !isListed ? [{ value: slotKey(slot), label: slotText(slot, timeZone), slot, isFull: false }] : [];
  const choices = [...own, ...slots];
  return (
    <Select
      label={slotLabel(fulfilment)}
      placeholder="As soon as possible"
      clearable
      data={choices.map((choice) => ({
        value: choice.value,
        label: choice.label,
        disabled: Boolean(choice.isFull) && choice.value !== (slot && slotKey(slot)),
      }))}
      nothingFoundMessage="No time slots"
      value={value && slotKey(value)}
      error={error}
      onChange={(key) => onChange(choices.find((choice) => choice.value === key)?.slot ?? null)}
    />
  );
}

interface PaymentSelectProps extends Pick<Order, 'fulfilment'> {
  value: string;
  error: string | undefined;
  onChange: (paymentType: string) => void;
}
/** The payment types for the amount due: those that the marketplace accepts, and the order's current one. */
function PaymentSelect({ value, fulfilment, error, onChange }: PaymentSelectProps) {
  const ordering = useQuery(read(settingsRoutes.ordering, {}));
  const open = payableLater.filter((type) => ordering.data?.paymentTypes[type]);
  const choices = [...new Set<string>([value, ...open])];
  return (
    <Select
      label="Payment"
      allowDeselect={false}
      data={choices.map((type) => ({ value: type, label: paymentLabel(type, fulfilment) }))}
      value={value}
      error={error}
      onChange={(type) => type && onChange(type)}
    />
  );
}

interface DetailsPlanTableProps {
  order: Order;
  plan: OrderDetailsPlan;
  /** The plan belongs to an earlier draft. */
  isOld: boolean;
}

/** The effect of a new address on the delivery fee and the total. */
function DetailsPlanTable({ order, plan, isOld }: DetailsPlanTableProps) {
  const { distanceKm, distanceIsApproximate, deliveryFee, total } = plan;
  return (
    <>
      {distanceKm === null && (
        <Alert color="yellow" variant="light">
          We couldn't locate this address. Check it: the delivery area isn't verified and the fee doesn't
          include distance.
        </Alert>
      )}
      <table className={classes.change} data-old={isOld || undefined} aria-live="polite">
        <caption>{total === order.total ? 'The total stays the same' : 'New total'}</caption>
        <tbody>
          {distanceKm !== null && (
            <tr>
              <th scope="row">Distance</th>
              <td>
                {distanceIsApproximate && 'about '}
                {kmToMiles(distanceKm).toFixed(1)} mi
              </td>
            </tr>
          )}
          <ChangeRow name="Delivery fee" was={order.deliveryFee} is={deliveryFee} />
          <ChangeRow name="Total" was={order.total} is={total} />
          {total !== order.total && (
            <tr>
              <th scope="row">{total > order.total ? 'More to pay' : 'Less to pay'}</th>
              <td>{formatMoney(Math.abs(total - order.total))}</td>
            </tr>
          )}
        </tbody>
      </table>
    </>
  );
}

function ChangeRow({ name, was, is }: { name: string; was: number; is: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {was !== is && (
          <del>
            <span className="visually-hidden">before </span>
            {formatMoney(was)}
          </del>
        )}{' '}
        {formatMoney(is)}
      </td>
    </tr>
  );
}
