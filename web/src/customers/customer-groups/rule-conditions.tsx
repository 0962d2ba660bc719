import type { Ref } from '@aisle/contract/core/fields';
import type { CustomerRuleData } from '@aisle/contract/customers/customer-groups';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { Button, Select, TagsInput, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useCan } from '../../core/session/session.ts';
import { CategorySelect } from '../../links/catalog/category-select.tsx';
import { ItemPicker } from '../../links/catalog/item-picker.tsx';
import { LocationMultiSelect } from '../../links/locations/location-multi-select.tsx';
import { ChoiceSelect } from '../../ui/form/fields/choice-select.tsx';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { MoneyInput, QuantityInput } from '../../ui/form/fields/inputs.tsx';
import { RemoveButton } from '../../ui/form/remove-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import classes from './customer-groups.module.css';
import {
  type ConditionName,
  conditionLabels,
  conditionNames,
  newConditions,
  type RuleValues,
} from './rule-values.ts';

/** The result of form.getInputProps. */
type InputProps = ReturnType<import('@mantine/form').GetInputProps<object>>;
interface RuleConditionsProps {
  values: RuleValues;
  onChange: (values: RuleValues) => void;
  /** The props of a condition's field. */
  inputProps: (name: ConditionName) => InputProps;
  /** The names of the records that the conditions refer to when the form opens. */
  names?: CustomerRuleData | null | undefined;
  /** Shown without conditions. */
  none?: string;
}

/** Conditions on customers: only those in use have a field, and all must match. */
export function RuleConditions({
  values,
  onChange,
  inputProps,
  names,
  none = 'No conditions: all customers.',
}: RuleConditionsProps) {
  const [added, setAdded] = useState<ConditionName | null>(null);
  const fields = useRef<HTMLDivElement>(null);
  const shown = Object.keys(values) as ConditionName[];
  const isOffered = useOffered();
  useEffect(() => {
    // The menu returns the focus to its button first.
    if (added === null) return;
    const timer = setTimeout(() => {
      fields.current?.querySelector<HTMLElement>(`[data-condition="${added}"] input`)?.focus();
      setAdded(null);
    }, 50);
    return () => clearTimeout(timer);
  }, [added]);
  const remove = (name: ConditionName) => {
    const { [name]: _, ...rest } = values;
    onChange(rest);
  };
  return (
    <div className="grid gap-3" ref={fields}>
      {shown.length === 0 && <p className="m-0 text-sm secondary">{none}</p>}
      {shown.map((name) => (
        <div key={name} className={classes.condition} data-condition={name}>
          <ConditionField name={name} values={values} input={inputProps(name)} names={names} />
          <RemoveButton label={`Remove condition: ${conditionLabels[name]}`} onClick={() => remove(name)} />
        </div>
      ))}
      <div>
        <MenuButton
          button={
            <Button variant="default" size="sm" leftSection={<IconPlus size={16} />}>
              Add condition
            </Button>
          }
          width={260}
          entries={conditionNames
            .filter((name) => !shown.includes(name) && isOffered(name))
            .map((name) => ({
              label: conditionLabels[name],
              onClick: () => {
                onChange({ ...values, [name]: newConditions[name] });
                setAdded(name);
              },
            }))}
        />
      </div>
    </div>
  );
}

/** Conditions on records that the user can't see aren't offered. */
function useOffered(): (name: ConditionName) => boolean {
  const may: Partial<Record<ConditionName, boolean>> = {
    boughtSubProductId: useCan('sub_product_list'),
    boughtCategoryId: useCan('category_list'),
    planId: useCan('subscriptionPlan_list'),
  };
  return (name) => may[name] ?? true;
}

interface ConditionFieldProps {
  name: ConditionName;
  values: RuleValues;
  input: InputProps;
  names: CustomerRuleData | null | undefined;
}
function ConditionField({ name, values, input, names }: ConditionFieldProps) {
  const label = conditionLabels[name];
  switch (name) {
    case 'orderedInDays':
    case 'notOrderedInDays':
      return <QuantityInput label={label} rightSection="days" rightSectionWidth={56} {...input} />;
    case 'minOrders':
      return <QuantityInput label={label} {...input} />;
    case 'minSpent':
      return <MoneyInput label={label} {...input} />;
    case 'orderedSince':
    case 'notOrderedSince':
      return <DateInput label={label} {...input} />;
    case 'locationIds':
      return (
        <LocationMultiSelect
          label={label}
          description="The other conditions count only orders there"
          {...input}
          value={values.locationIds ?? []}
          {...(names && { current: names.locations })}
        />
      );
    case 'boughtSubProductId':
      return <BoughtItem label={label} current={names?.boughtSubProduct} onChange={input.onChange} />;
    case 'boughtCategoryId':
      return <CategorySelect label={label} current={names?.boughtCategory} {...input} />;
    case 'planId':
      return (
        <ChoiceSelect
          label={label}
          route={subscriptionPlanRoutes.dropdown}
          current={names?.plan}
          {...input}
        />
      );
    case 'hasPlan':
      return (
        <Select
          label={label}
          data={[
            { value: 'yes', label: 'On a plan' },
            { value: 'no', label: 'Not on a plan' },
          ]}
          allowDeselect={false}
          {...input}
        />
      );
    case 'status':
      return (
        <Select
          label={label}
          data={[
            { value: 'active', label: 'Active' },
            { value: 'blocked', label: 'Blocked' },
          ]}
          allowDeselect={false}
          {...input}
        />
      );
    case 'postalCodes':
      return (
        <TagsInput label={label} maxTags={500} splitChars={[',', ' ', ';']} acceptValueOnBlur {...input} />
      );
    case 'city':
      return <TextInput label={label} {...input} />;
  }
}

interface BoughtItemProps {
  label: string;
  /** The item when the form opens. The form has only its ID. */
  current: Ref | null | undefined;
  onChange: (id: string | null) => void;
}
function BoughtItem({ label, current, onChange }: BoughtItemProps) {
  const [items, setItems] = useState(current ? [current] : []);
  return (
    <ItemPicker
      label={label}
      items={items}
      max={1}
      onChange={(chosen) => {
        setItems(chosen);
        onChange(chosen[0]?._id ?? null);
      }}
    />
  );
}
