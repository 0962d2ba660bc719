import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type CustomerGroup,
  CustomerGroupInput,
  type CustomerGroupView,
  CustomerRule,
  customerGroupKindLabels,
  customerGroupKinds,
  customerGroupRoutes,
} from '@aisle/contract/customers/customer-groups';
import { SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { read, useWrite } from '../../core/api.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import classes from './customer-groups.module.css';
import { RuleConditions } from './rule-conditions.tsx';
import { type RuleValues, ruleOf, ruleValues } from './rule-values.ts';

type GroupValues = { name: string; kind: CustomerGroup['kind']; rule: RuleValues };
const GroupFields = z.preprocess((values) => {
  const { name, kind, rule } = values as GroupValues;
  return { name, kind, ...(kind === 'rule' && { rule: ruleOf(rule) }) };
}, CustomerGroupInput);

interface GroupFormProps {
  /** Undefined for a new group. */
  group: CustomerGroupView | undefined;
  /** The conditions of a new group. */
  rule?: CustomerRule;
  onClose: () => void;
  onSaved?: (group: CustomerGroup) => void;
}
/** Adds or edits a customer group, with the number of its members before it is saved. */
export function GroupForm({ group, rule, onClose, onSaved }: GroupFormProps) {
  const toValues = (record?: CustomerGroup): GroupValues => ({
    name: record?.name ?? '',
    kind: record?.kind ?? 'rule',
    rule: ruleValues(record?.rule ?? rule ?? {}),
  });
  const form = useZodForm(GroupFields, toValues, group);
  const create = useWrite(customerGroupRoutes.create);
  const edit = useWrite(customerGroupRoutes.edit);

  async function save(values: CustomerGroupInput, version: number, changed: object): Promise<void> {
    const saved = group
      ? await edit.mutateAsync({
          params: { id: group._id },
          body: {
            version,
            ...('name' in changed && { name: values.name }),
            ...('rule' in changed && { rule: values.rule }),
          },
        })
      : await create.mutateAsync({ body: values });
    onSaved?.(saved);
  }
  const { kind } = form.values;
  return (
    <FormDrawer
      title={group ? 'Edit group' : 'New group'}
      form={form}
      save={save}
      onClose={onClose}
      history={group && <HistoryButton resource="customerGroups" id={group._id} name={group.name} />}
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      {!group && !rule && (
        <SegmentedControl
          aria-label="Members"
          data={customerGroupKinds.toReversed().map((value) => ({
            value,
            label: customerGroupKindLabels[value],
          }))}
          {...form.getInputProps('kind')}
        />
      )}
      {kind === 'rule' ? (
        <>
          <RuleConditions
            values={form.values.rule}
            onChange={(next) => form.setFieldValue('rule', next)}
            inputProps={(name) => form.getInputProps(`rule.${name}`)}
            names={group?.ruleData}
          />
          <Members values={form.values.rule} />
        </>
      ) : (
        !group && (
          <p className="m-0 text-sm secondary">
            You add the customers after the group is created, here or in the list of customers.
          </p>
        )
      )}
    </FormDrawer>
  );
}

/** The number of customers who match now, and three of them. */
function Members({ values }: { values: RuleValues }) {
  const rule = ruleOf(values);
  const isValid = CustomerRule.safeParse(rule).success;
  const [requested] = useDebouncedValue(JSON.stringify(rule), 350);
  const query = useQuery({
    ...read(customerGroupRoutes.preview, { body: { rule: JSON.parse(requested) as CustomerRule } }),
    enabled: isValid,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const found = query.data;
  if (query.error && !found) {
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  }
  if (!found) return <Skeleton height={96} className="after-a-while" />;
  const names = found.examples.map(({ name }) => name);
  return (
    <Panel title="Members now">
      <div aria-live="polite" style={{ opacity: query.isFetching ? 0.6 : 1 }}>
        <div className={classes.count}>{formatCount(found.count)}</div>
        <p className="m-0 mt-2 text-sm secondary">
          {names.length === 0
            ? 'No customers match. Change or remove a condition.'
            : `Such as ${new Intl.ListFormat('en-US').format(names)}. Updated every night.`}
        </p>
      </div>
    </Panel>
  );
}
