import { formatMoney } from '@aisle/contract/core/money';
import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { isPicked } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { type RefundDraft, refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { Radio, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { notifySuccess, withoutToast } from '../../core/notice.tsx';
import { LinePicker } from '../../links/line-picker/line-picker.tsx';
import { amountIn, type Picked, pickProblem, reasonMissing } from '../../links/line-picker/picked-lines.ts';
import { refundText } from '../../links/sales/refund-status.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { MoneyPlanTable } from '../../ui/values/money-plan.tsx';
import { inputOf, refundableLines, toDraft } from './refund-draft.ts';
import classes from './refunds.module.css';

interface RefundDialogProps {
  order: Order;
  onDone?: ((result: string) => void) | undefined;
  onClose: () => void;
}
/** Refunds items of an order after previewing the effect. */
export function RefundDialog({ order, onDone, onClose }: RefundDialogProps) {
  const whole = useQuery(read(refundRoutes.plan, { params: { id: order._id }, body: {} })).data;
  const refunding = useWrite(refundRoutes.create);
  const reasons = useQuery(read(dashboardRoutes.reasonDropdown, { query: { type: 'refund' } }));
  const [picked, setPicked] = useState<Picked>({});
  const [to, setTo] = useState<NonNullable<RefundDraft['to']>>('original');
  const [note, setNote] = useState('');
  const [wasTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  const lines = whole ? refundableLines(order, whole) : [];
  const problems = Object.fromEntries(
    lines.flatMap((line) => {
      const one = picked[line.id];
      if (!one) return [];
      const isUnexplained = wasTried && one.reasonId === null && !note.trim();
      return [[line.id, pickProblem(line, one) ?? (isUnexplained ? reasonMissing : undefined)]];
    }),
  );
  const isWrong = lines.some((line) => picked[line.id] && pickProblem(line, picked[line.id]!));
  const draft = isWrong ? null : toDraft(picked, lines);
  const wish = draft && { ...draft, ...(to === 'storeCredit' && { to }) };

  async function submit(): Promise<void> {
    setTried(true);
    const input = isWrong ? null : inputOf(picked, lines, { note, to });
    if (!input) return setProblem(isWrong ? undefined : 'Choose at least one item to refund');
    setProblem(undefined);
    if (!note.trim() && Object.values(picked).some(({ reasonId }) => reasonId === null)) return;
    try {
      const refund = await withoutToast(() =>
        refunding.mutateAsync({ params: { id: order._id }, body: input }),
      );
      notifySuccess(refundText(refund));
      onDone?.(refundText(refund));
      onClose();
    } catch (error) {
      if (isApiError(error)) setProblem(error.fields[0]?.message ?? error.message);
    }
  }

  return (
    <FormDialog
      title={`Refund ${order.number}`}
      submit={wish ? `Refund ${formatMoney(amountIn(picked))}` : 'Refund'}
      danger
      isRunning={refunding.isPending}
      disabled={!whole}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {whole ? (
        <LinePicker
          verb="Refund"
          summary={`Refundable: ${formatMoney(whole.refundable)}`}
          lines={lines}
          picked={picked}
          onPicked={setPicked}
          reasons={reasons.data ?? []}
          needsReason={() => !note.trim()}
          problems={problems}
        />
      ) : (
        <Skeleton height={240} aria-busy="true" />
      )}
      {whole && !isPicked(order.status) && (
        <Text size="sm" c="dimmed">
          Items can be refunded once they're picked. Until then, cancel the order or some of its items.
        </Text>
      )}
      {order.status === 'delivered' && (
        <Radio.Group label="Refund to" value={to} onChange={(value) => setTo(value as typeof to)}>
          <div className="flex wrap gap-2 gap-x-6">
            <Radio value="original" label="Original payment" />
            <Radio value="storeCredit" label="Store credit" />
          </div>
        </Radio.Group>
      )}
      <TextInput
        label="Note"
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={classes.preview}>
        <Preview orderId={order._id} wish={wish} isRunning={refunding.isPending} />
      </div>
    </FormDialog>
  );
}

interface PreviewProps {
  orderId: string;
  wish: ReturnType<typeof toDraft>;
  /** The plan can't be recomputed while the refund is being saved. */
  isRunning: boolean;
}
function Preview({ orderId, wish, isRunning }: PreviewProps) {
  const [settled] = useDebouncedValue(wish, 250);
  const plan = useQuery({
    ...read(refundRoutes.plan, { params: { id: orderId }, body: settled ?? {} }),
    enabled: settled !== null && !isRunning,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  if (!wish) {
    return <Text c="dimmed">Choose items to preview tax, commission and payout.</Text>;
  }
  const isOld = plan.isPlaceholderData || JSON.stringify(settled) !== JSON.stringify(wish);
  return <MoneyPlanTable plan={settled ? plan.data : undefined} isOld={isOld} />;
}
