import { formatDate } from '@aisle/contract/core/dates';
import { pluralize } from '@aisle/contract/core/pluralize';
import {
  noBenefits,
  planPeriodLabels,
  planPeriods,
  type SubscriptionPlan,
  SubscriptionPlanInput,
  subscriptionPlanRoutes,
} from '@aisle/contract/customers/subscription-plans';
import { Alert, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { MoneyInput, QuantityInput, RateInput } from '../../ui/form/fields/inputs.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

interface PlanFormProps {
  /** Undefined for a new plan. */
  plan: SubscriptionPlan | undefined;
  onClose: () => void;
}

const toValues = (plan?: SubscriptionPlan) => ({
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  price: plan?.price ?? (null as number | null),
  period: plan?.period ?? 'monthly',
  benefits: plan?.benefits ?? noBenefits,
  status: plan?.status ?? true,
});
const periods = planPeriods.map((value) => ({ value, label: planPeriodLabels[value] }));
const editionFields = ['name', 'price', 'period', 'benefits'];

/** Adds or edits a plan. A change shows the affected subscribers and when it applies to them. */
export function PlanForm({ plan, onClose }: PlanFormProps) {
  const form = useZodForm(SubscriptionPlanInput, toValues, plan);
  const create = useWrite(subscriptionPlanRoutes.create);
  const edit = useWrite(subscriptionPlanRoutes.edit);
  const isNewEdition = form.changed.some((path) => editionFields.includes(path.split('.')[0] ?? ''));

  const save = (
    values: SubscriptionPlanInput,
    version: number,
    changed: Partial<SubscriptionPlanInput>,
  ): Promise<SubscriptionPlan> =>
    plan
      ? edit.mutateAsync({ params: { id: plan._id }, body: { ...changed, version } })
      : create.mutateAsync({ body: values });

  return (
    <FormDrawer
      title={plan ? 'Edit plan' : 'New plan'}
      form={form}
      save={save}
      onClose={onClose}
      history={plan && <HistoryButton resource="subscriptionPlans" id={plan._id} name={plan.name} />}
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label="Description"
        description="Shown to customers"
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <MoneyInput label="Price" withAsterisk {...form.getInputProps('price')} />
      <Select
        label="Period"
        withAsterisk
        allowDeselect={false}
        data={periods}
        {...form.getInputProps('period')}
      />
      <RateInput
        label="Item discount"
        description="At most 50%"
        {...form.getInputProps('benefits.discountPercent')}
      />
      <MoneyInput
        label="Free delivery from"
        description="Item total before discounts. Leave empty for no free delivery."
        {...form.getInputProps('benefits.freeDeliveryAbove')}
      />
      <QuantityInput
        label="Coin multiplier"
        description="1 is the usual number of coins"
        {...form.getInputProps('benefits.coinMultiplier')}
      />
      <Switch
        label="Active"
        description="An inactive plan is neither sold nor renewed"
        color="teal"
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
      {plan && isNewEdition && <AffectedSubscribers plan={plan} />}
    </FormDrawer>
  );
}

/** The number of affected subscribers, and the first renewal with the change. */
function AffectedSubscribers({ plan: { subscribers, nextRenewalAt } }: { plan: SubscriptionPlan }) {
  if (subscribers === 0) return null;
  const many = pluralize(subscribers, 'subscriber');
  return (
    <Alert color="blue" variant="light" title={`${many} keep what they bought`} role="status">
      {nextRenewalAt
        ? `The change applies to each of them from their next renewal on, the first on ${formatDate(nextRenewalAt)}. New subscribers get it right away.`
        : 'None of them renews automatically. New subscribers get the change right away.'}
    </Alert>
  );
}
