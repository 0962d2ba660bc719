import type { Ref } from '@aisle/contract/core/fields';
import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import type { MessageAudienceData } from '@aisle/contract/service/messages';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { RuleConditions } from '../../customers/customer-groups/rule-conditions.tsx';
import { ruleOf } from '../../customers/customer-groups/rule-values.ts';
import { ChoiceSelect } from '../../ui/form/fields/choice-select.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import type { ComposerForm } from './composer.tsx';

const GroupForm = later(() =>
  import('../../customers/customer-groups/group-form.tsx').then((module) => module.GroupForm),
);

/** Saves the conditions of the audience as a group, which then becomes the audience. */
export function useSaveAsGroup(form: ComposerForm) {
  const { groupId, ...rule } = form.values.audience;
  const isStore = useSignedIn().user.userType === 'store';
  const mayAdd = useCan('customer_edit') && !isStore;
  const [saved, setSaved] = useState<Ref | null>(null);
  const [isOpen, setOpen] = useState(false);
  const hasConditions = Object.keys(ruleOf(rule)).length > 0;
  return {
    /** The group that was just saved, whose name the audience shows. */
    saved,
    button: mayAdd && hasConditions && groupId === null && (
      <Button variant="subtle" color="teal" size="compact-sm" onClick={() => setOpen(true)}>
        Save as group
      </Button>
    ),
    /** A form of its own, so it must be outside the composer's. */
    dialog: isOpen && (
      <Suspense>
        <GroupForm
          group={undefined}
          rule={ruleOf(rule)}
          onClose={() => setOpen(false)}
          onSaved={(group) => {
            setSaved(group);
            form.setFieldValue('audience', { groupId: group._id });
          }}
        />
      </Suspense>
    ),
  };
}

interface AudienceFieldsProps {
  form: ComposerForm;
  /** The names of the records that the audience refers to when the form opens. */
  names: MessageAudienceData | null;
  saving: Pick<ReturnType<typeof useSaveAsGroup>, 'saved' | 'button'>;
}
/** The audience: a group, and conditions that a recipient must match. */
export function AudienceFields({ form, names, saving }: AudienceFieldsProps) {
  const { groupId, ...rule } = form.values.audience;
  const isStore = useSignedIn().user.userType === 'store';
  return (
    <Panel title="Audience" tools={saving.button}>
      <div className="grid gap-3">
        {!isStore && (
          <ChoiceSelect
            label="Customer group"
            placeholder="All customers"
            clearable
            route={customerGroupRoutes.dropdown}
            current={saving.saved ?? names?.group}
            {...form.getInputProps('audience.groupId')}
          />
        )}
        <RuleConditions
          values={rule}
          onChange={(next) => form.setFieldValue('audience', { ...next, groupId })}
          inputProps={(name) => form.getInputProps(`audience.${name}`)}
          names={names}
          none={groupId === null ? 'No conditions: all customers.' : 'No conditions: everyone in the group.'}
        />
      </div>
    </Panel>
  );
}
