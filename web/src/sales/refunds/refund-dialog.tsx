import { formatMoney } from '@aisle/contract/core/money';
import type { Order } from '@aisle/contract/sales/order-view';
import { refundRoutes } from '@aisle/contract/sales/refunds';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { MoneyInput } from '../../ui/form/inputs.tsx';
import { MoneyPlanTable } from '../../ui/money-plan.tsx';
import { draftOf, emptyDraft, tooMuch, wishOf } from './refund-wish.ts';
import classes from './refunds.module.css';

/** Gives money back for a delivered order, line by line, and shows first what that does. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const params = { id: order._id };
  const refunding = useWrite(refundRoutes.create);
  const whole = useQuery(read(refundRoutes.plan, { params, body: {} }));
  const [draft, setDraft] = useState(emptyDraft);
  const [reason, setReason] = useState('');
  const [wasTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [settled] = useDebouncedValue(draft, 250);
  const possible = whole.data?.lines.filter(({ refundable }) => refundable > 0) ?? [];
  const feeLeft = whole.data?.deliveryFeeRefundable ?? 0;
  const isWrong = (of: typeof draft) =>
    possible.some((line) => tooMuch(of.lines[line.lineId], line.refundable, formatMoney)) ||
    tooMuch(of.deliveryFee, feeLeft, formatMoney) !== undefined;
  const wish = isWrong(settled) ? null : wishOf(settled);
  const plan = useQuery({
    ...read(refundRoutes.plan, { params, body: wish ?? {} }),
    enabled: wish !== null,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

  async function submit(): Promise<void> {
    setTried(true);
    const wanted = isWrong(draft) ? null : wishOf(draft);
    if (!wanted || !reason.trim()) return;
    setProblem(undefined);
    try {
      await refunding.mutateAsync({ params, body: { ...wanted, reason: reason.trim() } });
      onClose();
    } catch (error) {
      if (isApiError(error)) setProblem(error.fields[0]?.message ?? error.message);
    }
  }

  const shown = wish ? plan.data : undefined;
  return (
    <Modal opened onClose={onClose} title={`Refund ${order.number}`} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Group justify="space-between" gap="xs">
            <Text c="dimmed">Up to {formatMoney(whole.data?.refundable ?? 0)} can go back.</Text>
            <Button
              size="compact-sm"
              variant="default"
              disabled={!whole.data}
              onClick={() => whole.data && setDraft(draftOf(whole.data))}
            >
              All of it
            </Button>
          </Group>
          <ul className={classes.lines}>
            {possible.map(({ lineId, name, refundable }) => (
              <RefundableLine
                key={lineId}
                name={name}
                label={`Refund for ${name}`}
                most={refundable}
                amount={draft.lines[lineId] ?? null}
                onChange={(amount) => setDraft({ ...draft, lines: { ...draft.lines, [lineId]: amount } })}
              />
            ))}
            {feeLeft > 0 && (
              <RefundableLine
                name="Delivery fee"
                label="Refund of the delivery fee"
                most={feeLeft}
                amount={draft.deliveryFee}
                onChange={(deliveryFee) => setDraft({ ...draft, deliveryFee })}
              />
            )}
          </ul>
          <TextInput
            label="Reason"
            withAsterisk
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={wasTried && !reason.trim() ? 'Reason is required' : undefined}
          />
          {wish ? (
            <MoneyPlanTable plan={shown} isOld={plan.isPlaceholderData || settled !== draft} />
          ) : (
            <Text c={wasTried ? 'var(--aisle-bad)' : 'dimmed'} role={wasTried ? 'alert' : undefined}>
              Enter what is to go back: what it does to tax, commission and payout shows here.
            </Text>
          )}
          {problem && (
            <Alert color="red" variant="light" role="alert">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Keep the money
            </Button>
            <Button type="submit" color="red" loading={refunding.isPending}>
              {shown && settled === draft ? `Refund ${formatMoney(shown.amount)}` : 'Refund'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface RefundableLineProps {
  name: string;
  label: string;
  most: number;
  amount: number | null;
  onChange: (amount: number | null) => void;
}
function RefundableLine({ name, label, most, amount, onChange }: RefundableLineProps) {
  return (
    <li className={classes.line}>
      <span>
        <span className={classes.name}>{name}</span>
        <span className={classes.most}>of {formatMoney(most)}</span>
      </span>
      <MoneyInput
        aria-label={label}
        value={amount}
        onChange={onChange}
        error={tooMuch(amount, most, formatMoney)}
      />
    </li>
  );
}
