import { fullName } from '@aisle/contract/core/full-name';
import { formatMoney } from '@aisle/contract/core/money';
import {
  type PlanChoice,
  planPeriodLabels,
  subscriptionPlanRoutes,
} from '@aisle/contract/customers/subscription-plans';
import {
  type SubscribeInput,
  type Subscription,
  subscriptionRoutes,
} from '@aisle/contract/customers/subscriptions';
import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SubscribePreview } from './subscribe-preview.tsx';

interface SubscribeDialogProps {
  customer: { _id: string; firstName: string; lastName: string };
  current: Subscription | null;
  onClose: () => void;
}
type PaymentType = SubscribeInput['paymentType'];
type Change = 'now' | 'atEnd';
const payments = [
  { value: 'card', label: 'Card' },
  { value: 'cash', label: 'Cash' },
  { value: 'terminal', label: 'Card terminal' },
];

/** Subscribes a customer to a plan or changes the plan, after previewing the effects. */
export function SubscribeDialog({ customer, current, onClose }: SubscribeDialogProps) {
  const [planId, setPlanId] = useState<string | null>(null);
  const [change, setChange] = useState<Change>('now');
  const [paymentType, setPaymentType] = useState<PaymentType>(current?.paymentType ?? 'cash');
  const [autoRenew, setAutoRenew] = useState(current?.autoRenew ?? true);
  const [cardToken, setCardToken] = useState('');
  const [reference, setReference] = useState('');
  const { data: plans = [] } = useQuery(read(subscriptionPlanRoutes.dropdown, { query: {} }));
  // The current plan is offered only at the end of the subscription.
  const isOffered = (id: string, when: Change) => when === 'atEnd' || id !== current?.planId;
  const offered = plans.filter(({ _id }) => isOffered(_id, change));
  const isCard = paymentType === 'card';
  const body: SubscribeInput | null = planId
    ? {
        customerId: customer._id,
        planId,
        paymentType,
        ...(isCard && { autoRenew }),
        ...(isCard && cardToken.trim() && { cardToken: cardToken.trim() }),
        ...(paymentType === 'terminal' && reference && { reference }),
        ...(current && { change }),
      }
    : null;
  const preview = usePreview(body);
  const { submit, isRunning, problem } = useSubscribe(body, onClose);
  const name = plans.find(({ _id }) => _id === planId)?.name;
  const total = preview.data && preview.data.total > 0 ? ` for ${formatMoney(preview.data.total)}` : '';
  return (
    <FormDialog
      title={`${current ? 'Change the plan of' : 'Subscribe'} ${fullName(customer)}`}
      size="md"
      submit={current ? (name ? `Change to ${name}${total}` : 'Change plan') : `Subscribe${total}`}
      isRunning={isRunning}
      disabled={!body || !preview.data || preview.isPlaceholderData || preview.isError}
      problem={problem ?? (isApiError(preview.error) ? preview.error.message : undefined)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label="Plan"
        withAsterisk
        data-autofocus
        placeholder="Choose a plan"
        nothingFoundMessage="No active plans"
        data={offered.map((plan) => ({ value: plan._id, label: labelOf(plan) }))}
        value={planId}
        onChange={setPlanId}
      />
      {current && (
        <SegmentedControl
          fullWidth
          aria-label="When it changes"
          data={[
            { value: 'now', label: 'Change now' },
            { value: 'atEnd', label: `After ${current.edition.name} ends` },
          ]}
          value={change}
          onChange={(value) => {
            setChange(value as Change);
            if (planId && !isOffered(planId, value as Change)) setPlanId(null);
          }}
        />
      )}
      <Select
        label="Payment"
        withAsterisk
        allowDeselect={false}
        data={payments}
        value={paymentType}
        onChange={(value) => setPaymentType((value ?? 'cash') as PaymentType)}
      />
      {isCard && (
        <>
          <TextInput
            label="Card token"
            description={
              current?.paymentType === 'card'
                ? 'Leave empty to charge the same card as before'
                : 'From your payment provider. Never a card number'
            }
            value={cardToken}
            onChange={(event) => setCardToken(event.currentTarget.value)}
          />
          <Switch
            label="Renew automatically"
            description="The card is charged when each period ends"
            color="teal"
            checked={autoRenew}
            onChange={(event) => setAutoRenew(event.currentTarget.checked)}
          />
        </>
      )}
      {paymentType === 'terminal' && (
        <TextInput
          label="Reference"
          description="The number on the terminal's slip"
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      )}
      {body && !preview.isError && (
        <SubscribePreview preview={preview.data} isOld={preview.isPlaceholderData} />
      )}
    </FormDialog>
  );
}

const labelOf = ({ name, price, period }: PlanChoice) =>
  `${name}, ${formatMoney(price)} ${planPeriodLabels[period].toLowerCase()}`;

/** The effects of subscribing, computed by the server. */
function usePreview(body: SubscribeInput | null) {
  const args = { body: { ...(body as SubscribeInput), dryRun: true } };
  return useQuery({
    // A separate key, so that invalidated lists don't request the preview of a completed purchase.
    queryKey: ['subscription preview', 'subscribe', args],
    queryFn: () => call(subscriptionRoutes.subscribe, args),
    enabled: body !== null,
    retry: false,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

function useSubscribe(body: SubscribeInput | null, onDone: () => void) {
  const subscribing = useWrite(subscriptionRoutes.subscribe);
  const [problem, setProblem] = useState<string>();
  async function subscribe(): Promise<void> {
    if (!body) return;
    setProblem(undefined);
    try {
      await subscribing.mutateAsync({ body });
      onDone();
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(error.fields[0]?.message ?? error.message);
    }
  }
  return { submit: () => void subscribe(), isRunning: subscribing.isPending, problem };
}
