import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { Select, TagsInput, TextInput } from '@mantine/core';
import { useCan } from '../../core/session/session.ts';
import { CategorySelect } from '../../links/catalog/category-select.tsx';
import { SubProductSelect } from '../../links/catalog/sub-product-select.tsx';
import { LocationMultiSelect } from '../../links/locations/location-multi-select.tsx';
import { ChoiceSelect } from '../../ui/form/fields/choice-select.tsx';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { MoneyInput, QuantityInput } from '../../ui/form/fields/inputs.tsx';
import type { ComposerForm } from './composer.tsx';
import classes from './messages.module.css';

const planChoices = [
  { value: 'any', label: 'Any' },
  { value: 'yes', label: 'On a plan' },
  { value: 'no', label: 'Not on a plan' },
];

/** The filters of the audience; a recipient must match all of them. */
export function AudienceFields({ form }: { form: ComposerForm }) {
  const canSeeItems = useCan('sub_product_list');
  const canSeeCategories = useCan('category_list');
  const canSeePlans = useCan('subscriptionPlan_list');
  const at = (name: string) => form.getInputProps(`audience.${name}`);
  return (
    <div className={classes.fields}>
      <div className={classes.wide}>
        <LocationMultiSelect
          label="Ordered at"
          description="Leave empty for all locations. The conditions below count only orders there."
          value={form.values.audience.locationIds}
          onChange={(ids) => form.setFieldValue('audience.locationIds', ids)}
        />
      </div>
      {canSeeItems && <SubProductSelect label="Bought item" clearable {...at('boughtSubProductId')} />}
      {canSeeCategories && (
        <CategorySelect label="Bought from category" clearable {...at('boughtCategoryId')} />
      )}
      <DateInput label="Ordered since" {...at('orderedSince')} />
      <DateInput label="No order since" {...at('notOrderedSince')} />
      <QuantityInput label="Minimum orders" {...at('minOrders')} />
      <MoneyInput label="Minimum spend" {...at('minSpent')} />
      <TextInput label="City" {...at('city')} />
      <TagsInput
        label="Postal codes"
        maxTags={500}
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        {...at('postalCodes')}
      />
      <Select label="Subscription" data={planChoices} allowDeselect={false} {...at('hasPlan')} />
      {canSeePlans && (
        <ChoiceSelect label="Plan" route={subscriptionPlanRoutes.dropdown} clearable {...at('planId')} />
      )}
    </div>
  );
}
