import type { Ref } from '@aisle/contract/core/fields';
import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { paymentTypeLabels, paymentTypes } from '@aisle/contract/system/payment-types';
import { Checkbox, MultiSelect, Select, TagsInput } from '@mantine/core';
import { useCan } from '../../core/session/session.ts';
import { ChoiceMultiSelect } from '../../ui/form/fields/choice-multi-select.tsx';
import { MoneyInput, QuantityInput } from '../../ui/form/fields/inputs.tsx';
import { firstError } from './goods-fields.tsx';
import type { PromotionForm } from './use-promotion-form.ts';

export function ConditionFields({ form }: { form: PromotionForm }) {
  return (
    <>
      <MoneyInput
        label="Minimum value"
        description="Of the matching items, before discounts"
        {...form.getInputProps('conditions.minGoods')}
      />
      <QuantityInput
        label="Minimum quantity"
        description="Matching units, without weighed items"
        {...form.getInputProps('conditions.minQuantity')}
      />
      <Select
        label="Fulfillment"
        placeholder="Delivery and pickup"
        clearable
        data={[
          { value: 'delivery', label: 'Delivery' },
          { value: 'pickup', label: 'Pickup' },
        ]}
        {...form.getInputProps('conditions.fulfilment')}
      />
      <MultiSelect
        label="Payment types"
        placeholder={form.values.conditions.paymentTypes.length === 0 ? 'All' : ''}
        data={paymentTypes.map((value) => ({ value, label: paymentTypeLabels[value] }))}
        {...form.getInputProps('conditions.paymentTypes')}
      />
      <MultiSelect
        label="Orders from"
        placeholder={form.values.conditions.sources.length === 0 ? 'Staff and storefronts' : ''}
        data={[
          { value: 'staff', label: 'Staff' },
          { value: 'storefront', label: 'Storefronts' },
        ]}
        {...form.getInputProps('conditions.sources')}
      />
      <TagsInput
        label="Postal codes"
        description="Press Enter after each. Leave empty for all."
        {...form.getInputProps('conditions.postalCodes')}
        error={firstError(form.errors, 'conditions.postalCodes')}
      />
      <Checkbox
        label="Only the first order of a customer"
        {...form.getInputProps('conditions.firstOrder', { type: 'checkbox' })}
      />
    </>
  );
}

interface AudienceFieldsProps {
  form: PromotionForm;
  current: readonly Ref[];
}
/** Customers in any of the lists. Without any, everyone. */
export function AudienceFields({ form, current }: AudienceFieldsProps) {
  const [mayPlans, mayCustomers] = [useCan('subscriptionPlan_list'), useCan('customer_list')];
  return (
    <>
      {mayCustomers && (
        <ChoiceMultiSelect
          label="Customer groups"
          description="Leave groups, plans and customers empty for everyone"
          route={customerGroupRoutes.dropdown}
          current={current}
          {...form.getInputProps('audience.customerGroupIds')}
          error={firstError(form.errors, 'audience.customerGroupIds')}
        />
      )}
      {mayPlans && (
        <ChoiceMultiSelect
          label="Subscribers of plans"
          route={subscriptionPlanRoutes.dropdown}
          current={current}
          {...form.getInputProps('audience.planIds')}
          error={firstError(form.errors, 'audience.planIds')}
        />
      )}
      {mayCustomers && (
        <ChoiceMultiSelect
          label="Customers"
          route={customerRoutes.dropdown}
          current={current}
          {...form.getInputProps('audience.customerIds')}
          error={firstError(form.errors, 'audience.customerIds')}
        />
      )}
    </>
  );
}
