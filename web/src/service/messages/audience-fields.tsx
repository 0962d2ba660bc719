import type { Ref } from '@aisle/contract/core/fields';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { Select, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../core/session/session.ts';
import { CategorySelect } from '../../links/catalog/category-select.tsx';
import { ItemPicker } from '../../links/catalog/item-picker.tsx';
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

interface AudienceFieldsProps {
  form: ComposerForm;
  /** The item of a copied message, whose form has only its ID. */
  boughtItem: Ref | null;
}
/** The filters of the audience; a recipient must match all of them. */
export function AudienceFields({ form, boughtItem }: AudienceFieldsProps) {
  const canSeeItems = useCan('sub_product_list');
  const canSeeCategories = useCan('category_list');
  const canSeePlans = useCan('subscriptionPlan_list');
  const [items, setItems] = useState(boughtItem ? [boughtItem] : []);
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
      {canSeeItems && (
        <ItemPicker
          label="Bought item"
          items={items}
          max={1}
          onChange={(chosen) => {
            setItems(chosen);
            form.setFieldValue('audience.boughtSubProductId', chosen[0]?._id ?? null);
          }}
        />
      )}
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
