import { Select, type SelectProps } from '@mantine/core';
import { zoneChoices, zoneLabelOf } from '../../values/time-zones.ts';
import { useListWhenNear } from './list-when-near.ts';

/** Chooses a time zone by its name or a city: "Central Time (Chicago)". */
export function TimeZoneSelect({ value, ...props }: Omit<SelectProps, 'data'>) {
  const near = useListWhenNear();
  const choices = zoneChoices();
  const isKnown = !value || choices.some((one) => one.value === value);
  return (
    <Select
      {...near}
      label="Time zone"
      searchable
      allowDeselect={false}
      limit={50}
      {...props}
      value={value ?? null}
      data={isKnown ? choices : [{ value, label: zoneLabelOf(value) }, ...choices]}
    />
  );
}
