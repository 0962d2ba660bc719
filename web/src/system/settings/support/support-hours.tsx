import type { SupportHours } from '@aisle/contract/system/support-rules';
import { Select, Text, TextInput } from '@mantine/core';
import { AddButton } from '../../../ui/form/add-button.tsx';
import { RemoveButton } from '../../../ui/form/remove-button.tsx';
import classes from '../settings.module.css';
import type { SettingsForm } from '../settings.tsx';
import { weekdays } from '../weekdays.ts';

/** The support hours, one row per time span. */
export function SupportHoursEditor({ form }: { form: SettingsForm }) {
  const { hours } = form.values.support;
  const change = (next: SupportHours[]) => form.setFieldValue('support.hours', next);
  const set = (at: number, patch: Partial<SupportHours>) =>
    change(hours.map((one, index) => (index === at ? { ...one, ...patch } : one)));
  return (
    <>
      {hours.length === 0 && <Text c="dimmed">Around the clock.</Text>}
      {hours.map(({ day, from, to }, at) => {
        const path = `support.hours.${at}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a span has no id, and its times are being typed
          <div key={at} className={classes.slot}>
            <Select
              aria-label={`Support hours ${at + 1}, day`}
              data={weekdays}
              value={String(day)}
              onChange={(chosen) => set(at, { day: Number(chosen) })}
            />
            <TextInput
              type="time"
              aria-label={`Support hours ${at + 1}, from`}
              data-path={`${path}.from`}
              error={form.errors[`${path}.from`]}
              value={from}
              onChange={(event) => set(at, { from: event.currentTarget.value })}
            />
            <TextInput
              // A time input doesn't accept 24:00.
              {...(to === '24:00' ? {} : { type: 'time' })}
              aria-label={`Support hours ${at + 1}, to`}
              data-path={`${path}.to`}
              error={form.errors[`${path}.to`]}
              value={to}
              onChange={(event) => set(at, { to: event.currentTarget.value })}
            />
            <RemoveButton
              label={`Remove support hours ${at + 1}`}
              onClick={() => change(hours.filter((_, index) => index !== at))}
            />
          </div>
        );
      })}
      <AddButton disabled={hours.length >= 50} onClick={() => change([...hours, after(hours.at(-1))])}>
        Add hours
      </AddButton>
    </>
  );
}

/** The same hours on the next day. */
const after = (last: SupportHours | undefined): SupportHours =>
  last ? { ...last, day: (last.day + 1) % 7 } : { day: 1, from: '08:00', to: '18:00' };
