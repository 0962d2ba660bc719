import { dayIn, formatDay } from '@aisle/contract/core/dates';
import { latestDueEnd, nextDueEnd } from '@aisle/contract/finance/statement-periods';
import { type StatementRules, StatementRules as StatementRulesSchema } from '@aisle/contract/system/settings';
import { Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { MoneyInput } from '../../../ui/form/fields/inputs.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import type { SettingsForm } from '../settings.tsx';
import { weekdays } from '../weekdays.ts';
import { TaxRemitterList } from './tax-remitter-list.tsx';
import { WholeInput } from './whole-input.tsx';

const schedules: { value: StatementRules['every']; label: string }[] = [
  { value: 'never', label: 'By hand only' },
  { value: 'week', label: 'Every week' },
  { value: 'twoWeeks', label: 'Every two weeks' },
  { value: 'month', label: 'Every month' },
];
const papers = [
  { value: 'letter', label: 'US Letter' },
  { value: 'a4', label: 'A4' },
];

export function StatementsTab({ form }: { form: SettingsForm }) {
  return (
    <>
      <ScheduleSection form={form} />
      <FormSection title="Payouts">
        <MoneyInput
          label="Minimum payout"
          description="A statement of less is carried into the location's next one"
          maw={240}
          {...form.getInputProps('statements.minimumPayout')}
        />
      </FormSection>
      <FormSection title="Printed statements">
        <Textarea
          label="Your address"
          description="Printed below your brand name"
          maw={360}
          autosize
          minRows={2}
          {...form.getInputProps('marketplaceAddress')}
        />
        <Select
          label="Paper"
          maw={240}
          data={papers}
          allowDeselect={false}
          {...form.getInputProps('statementPaper')}
        />
      </FormSection>
      <TaxRemitterList form={form} />
      <AchSection form={form} />
    </>
  );
}

function ScheduleSection({ form }: { form: SettingsForm }) {
  const rules = form.values.statements;
  const isWeekly = rules.every === 'week' || rules.every === 'twoWeeks';
  const setEvery = (every: string | null) => {
    const next = { ...rules, every: every as StatementRules['every'] };
    // A new schedule starts complete: weeks end on Sunday, months on their last day.
    form.setFieldValue('statements', { ...next, weekday: rules.weekday ?? 0, day: rules.day ?? 31 });
  };
  return (
    <FormSection
      title="Schedule"
      text="When statements are created for all locations. Statements can be created by hand at any time."
    >
      <Select
        label="Create statements"
        maw={240}
        data={schedules}
        allowDeselect={false}
        value={rules.every}
        onChange={setEvery}
      />
      {isWeekly && (
        <Select
          label="Last day of a period"
          maw={240}
          data={weekdays}
          allowDeselect={false}
          value={String(rules.weekday ?? '')}
          onChange={(weekday) => form.setFieldValue('statements.weekday', Number(weekday))}
          error={form.errors['statements.weekday']}
        />
      )}
      {rules.every === 'month' && (
        <WholeInput
          label="Last day of a period"
          description="Shorter months end on their last day"
          {...form.getInputProps('statements.day')}
        />
      )}
      {rules.every !== 'never' && (
        <WholeInput
          label="Days to wait"
          description="Time after the end of a period for returns and refunds"
          counts="days"
          {...form.getInputProps('statements.holdDays')}
        />
      )}
      <Upcoming rules={rules} />
    </FormSection>
  );
}

/** Previews the next statements of the schedule. */
function Upcoming({ rules }: { rules: StatementRules }) {
  if (!StatementRulesSchema.safeParse(rules).success) return null;
  const today = dayIn(undefined);
  const [latest, next] = [latestDueEnd(rules, today), nextDueEnd(rules, today)];
  if (!latest || !next) return null;
  return (
    <Text size="sm" c="dimmed">
      The next statements are for the period through {formatDay(next)}. Locations without statements through{' '}
      {formatDay(latest)} get them within an hour of turning the schedule on.
    </Text>
  );
}

const blankAch = { companyId: '', originName: '', originRouting: '' };

function AchSection({ form }: { form: SettingsForm }) {
  const { ach, brandName } = form.values;
  const toggle = (isOn: boolean) =>
    form.setFieldValue('ach', isOn ? { ...blankAch, companyName: brandName.slice(0, 16) } : null);
  return (
    <FormSection
      title="Bank file"
      text="Payout runs by bank transfer can create an ACH file that you upload to your bank. Your bank provides these values."
    >
      <Switch
        label="Create ACH files"
        color="teal"
        checked={ach !== null}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {ach && (
        <>
          <TextInput
            label="Company name"
            description="Up to 16 characters. Locations see it on their bank statement"
            withAsterisk
            maw={360}
            {...form.getInputProps('ach.companyName')}
          />
          <TextInput
            label="Company ID"
            description="10 letters or digits, usually 1 and your tax number"
            withAsterisk
            maw={240}
            {...form.getInputProps('ach.companyId')}
          />
          <TextInput
            label="Bank name"
            description="Up to 23 characters"
            withAsterisk
            maw={360}
            {...form.getInputProps('ach.originName')}
          />
          <TextInput
            label="Routing number"
            withAsterisk
            maw={240}
            inputMode="numeric"
            {...form.getInputProps('ach.originRouting')}
          />
        </>
      )}
    </FormSection>
  );
}
