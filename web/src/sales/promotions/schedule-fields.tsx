import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { InstantInput } from './instant-input.tsx';
import classes from './promotions.module.css';
import type { PromotionForm } from './use-promotion-form.ts';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(
  (label, value) => ({ value: String(value), label }),
);

export function ScheduleFields({ form }: { form: PromotionForm }) {
  const { weekly } = form.values.schedule;
  return (
    <>
      <InstantInput
        label="Starts"
        description="Leave empty to start now"
        defaultTime="00:00"
        {...form.getInputProps('schedule.startsAt')}
      />
      <InstantInput
        label="Ends"
        description="Leave empty for no end"
        defaultTime="23:59"
        {...form.getInputProps('schedule.endsAt')}
      />
      <fieldset className="column gap-2 m-0 min-w-0" style={{ border: 0, padding: 0 }}>
        <legend className="medium mb-1">Hours of the week</legend>
        <p className="m-0 mb-1 text-sm secondary">
          {weekly.length === 0
            ? 'It runs at all hours. Add hours to limit it, for example to Tuesdays.'
            : 'In the time zone of the store. An end before the start is on the following day.'}
        </p>
        {weekly.map((_, index) => {
          const at = (name: string, label: string) => ({
            'aria-label': `${label} ${index + 1}`,
            ...form.getInputProps(`schedule.weekly.${index}.${name}`),
          });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: hours have nothing else to be known by
            <div key={index} className={`grid align-start gap-2 ${classes.window}`}>
              <Select allowDeselect={false} data={days} {...at('day', 'Day')} />
              <TextInput type="time" {...at('from', 'From')} />
              <TextInput type="time" {...at('to', 'To')} />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove hours ${index + 1}`}
                onClick={() => form.removeListItem('schedule.weekly', index)}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
          );
        })}
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} />}
            onClick={() => form.insertListItem('schedule.weekly', { day: '2', from: '06:00', to: '22:00' })}
          >
            Add hours
          </Button>
        </div>
      </fieldset>
      <Select
        label="Compared with"
        description="An order without a slot counts when it is placed"
        allowDeselect={false}
        data={[
          { value: 'placed', label: 'The time of the order' },
          { value: 'slot', label: 'The delivery or pickup slot' },
        ]}
        {...form.getInputProps('schedule.by')}
      />
    </>
  );
}
