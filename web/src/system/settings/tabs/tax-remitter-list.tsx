import { dayIn } from '@aisle/contract/core/dates';
import type { TaxRemitter } from '@aisle/contract/system/settings';
import { Select, Text } from '@mantine/core';
import { AddButton } from '../../../ui/form/add-button.tsx';
import { DateInput } from '../../../ui/form/fields/date-input.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import { RemoveButton } from '../../../ui/form/remove-button.tsx';
import classes from '../settings.module.css';
import type { SettingsForm } from '../settings.tsx';

const remitters = [
  { value: 'location', label: 'The store' },
  { value: 'marketplace', label: 'The marketplace' },
];

/** Who remits sales tax, by start day. Orders already delivered keep the rule of their day. */
export function TaxRemitterList({ form }: { form: SettingsForm }) {
  const rules = form.values.taxRemittedBy;
  const setRules = (next: TaxRemitter[]) => form.setFieldValue('taxRemittedBy', next);
  const set = (at: number, patch: Partial<TaxRemitter>) =>
    setRules(rules.map((rule, index) => (index === at ? { ...rule, ...patch } : rule)));
  return (
    <FormSection
      title="Sales tax"
      text="Who remits the tax of delivered orders. It changes with the day of delivery; nothing changes for orders that are already delivered."
    >
      {rules.length === 0 && <Text c="dimmed">Stores remit sales tax themselves.</Text>}
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no id, and its day is being typed
        <div key={at} className={classes.remitter}>
          <DateInput
            aria-label={`First day of rule ${at + 1}`}
            data-path={`taxRemittedBy.${at}.from`}
            error={form.errors[`taxRemittedBy.${at}.from`]}
            value={rule.from}
            onChange={(from) => set(at, { from: from ?? '' })}
          />
          <Select
            aria-label={`Remitted by, rule ${at + 1}`}
            data={remitters}
            allowDeselect={false}
            value={rule.by}
            onChange={(by) => set(at, { by: by as TaxRemitter['by'] })}
          />
          <RemoveButton
            label={`Remove rule ${at + 1}`}
            onClick={() => setRules(rules.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {form.errors.taxRemittedBy && (
        <Text size="sm" c="red" data-path="taxRemittedBy">
          {form.errors.taxRemittedBy}
        </Text>
      )}
      <AddButton
        onClick={() =>
          setRules([
            ...rules,
            {
              from: dayIn(undefined),
              by: rules.at(-1)?.by === 'marketplace' ? 'location' : 'marketplace',
            },
          ])
        }
      >
        Add rule
      </AddButton>
    </FormSection>
  );
}
