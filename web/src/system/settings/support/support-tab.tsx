import { type TicketPriority, ticketPriorities } from '@aisle/contract/system/support-rules';
import { TextInput } from '@mantine/core';
import { TimeZoneSelect } from '../../../ui/form/fields/time-zone-select.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import classes from '../settings.module.css';
import type { SettingsForm } from '../settings.tsx';
import { ReasonEditor } from '../tabs/reason-editor.tsx';
import { WholeInput } from '../tabs/whole-input.tsx';
import { CannedReplyEditor } from './canned-reply-editor.tsx';
import { SupportHoursEditor } from './support-hours.tsx';
import { TargetInput } from './target-input.tsx';

const labels: Record<TicketPriority, string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
};

/** The support settings: address, hours, targets, ticket categories and canned replies. */
export function SupportTab({ form }: { form: SettingsForm }) {
  const { support } = form.values;
  return (
    <>
      <FormSection
        title="Email"
        text="Where customers write to. Answers to replies come to this address, too. Without it, answers can't be received."
      >
        <TextInput
          label="Support address"
          type="email"
          maw={360}
          {...form.getInputProps('support.address')}
          value={support.address ?? ''}
          onChange={(event) => form.setFieldValue('support.address', event.currentTarget.value || null)}
        />
      </FormSection>
      <FormSection
        title="Support hours"
        text="Targets count these hours only. Without hours, they count around the clock."
      >
        <SupportHoursEditor form={form} />
        <TimeZoneSelect maw={360} {...form.getInputProps('support.timeZone')} />
      </FormSection>
      <FormSection
        title="Targets"
        text="In support hours. Tickets that miss a target are overdue. Changes apply to new tickets."
      >
        <div className={`grid align-center gap-2 gap-x-3 ${classes.targets}`}>
          <span aria-hidden />
          <span aria-hidden>First response</span>
          <span aria-hidden>Resolution</span>
          {ticketPriorities.map((priority) => (
            <div key={priority} style={{ display: 'contents' }}>
              <span>{labels[priority]}</span>
              {(['firstResponseMinutes', 'resolutionMinutes'] as const).map((target) => (
                <TargetInput
                  key={target}
                  label={`${target === 'resolutionMinutes' ? 'Resolution' : 'First response'}, ${labels[priority].toLowerCase()} priority`}
                  {...form.getInputProps(`support.targets.${priority}.${target}`)}
                />
              ))}
            </div>
          ))}
        </div>
        <WholeInput
          label="Close resolved tickets after"
          description="An answer after that opens a new ticket"
          counts="days"
          {...form.getInputProps('support.closeResolvedAfterDays')}
        />
      </FormSection>
      <FormSection title="Categories" text="What tickets are about, in this order.">
        <SupportCategories form={form} />
      </FormSection>
      <FormSection
        title="Canned replies"
        text="Texts that agents use again. Fields are filled in from the ticket."
      >
        <CannedReplyEditor form={form} />
      </FormSection>
    </>
  );
}

/** An alphanumeric key that tickets keep when the category is renamed. */
const newKey = (id: string): string => `c${id.replaceAll('-', '').slice(0, 12)}`;

/** Edits the categories of tickets. */
function SupportCategories({ form }: { form: SettingsForm }) {
  const { categories } = form.values.support;
  const known = new Set(categories.map(({ key }) => key));
  return (
    <ReasonEditor
      label="Categories"
      noun="category"
      path="support.categories"
      reasons={categories.map(({ key, name }) => ({ _id: key, name }))}
      onChange={(next) =>
        form.setFieldValue(
          'support.categories',
          next.map(({ _id, name }) => ({ key: known.has(_id) ? _id : newKey(_id), name })),
        )
      }
      errors={form.errors}
    />
  );
}
