import type { StoredSpecification } from '@aisle/contract/catalog/categories';
import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { parseDecimal } from '../../../ui/form/fields/parse-decimal.ts';
import { TypedField } from '../../../ui/form/fields/typed-field.tsx';

interface SpecificationFieldsProps {
  specifications: readonly StoredSpecification[];
  values: Record<string, string | number | null>;
  onChange: (values: Record<string, string | number | null>) => void;
  errors: Record<string, ReactNode>;
}

const toText = (value: number) => String(value);

/** The specifications of the category, including inherited ones. */
export function SpecificationFields(props: SpecificationFieldsProps) {
  const { specifications, values, onChange, errors } = props;
  return specifications.map(({ name, type, options, required, inheritedFrom }) => {
    const value = values[name] ?? null;
    const set = (next: string | number | null) => onChange({ ...values, [name]: next });
    const common = {
      label: name,
      withAsterisk: required,
      error: errors[`specifications.${name}`],
      'data-path': `specifications.${name}`,
      ...(inheritedFrom && { description: `From ${inheritedFrom.name}` }),
    };
    if (type === 'option') {
      return (
        <Select
          key={name}
          {...common}
          data={options}
          clearable={!required}
          searchable={options.length > 8}
          value={value === null ? null : String(value)}
          onChange={set}
        />
      );
    }
    if (type === 'number') {
      return (
        <TypedField<number>
          key={name}
          {...common}
          inputMode="decimal"
          value={typeof value === 'number' ? value : null}
          toText={toText}
          parse={parseDecimal}
          unreadable={Number.NaN}
          onChange={set}
        />
      );
    }
    return (
      <TextInput
        key={name}
        {...common}
        maxLength={500}
        value={value === null ? '' : String(value)}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  });
}
