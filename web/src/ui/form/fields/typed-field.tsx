import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

/** The result of form.getInputProps for a value of a given type. */
export interface FieldProps<Value>
  extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type' | 'onBlur'> {
  value?: Value | null;
  onChange?: (value: Value | null) => void;
  onBlur?: ((event: never) => void) | undefined;
}

interface TypedFieldProps<Value> extends FieldProps<Value> {
  toText: (value: Value) => string;
  /** Null for an empty text; undefined for a text that can't be parsed yet. */
  parse: (text: string) => Value | null | undefined;
  /** The value for a text that can't be parsed, so that the schema rejects it. */
  unreadable: Value;
}

/** A text field with a typed value: keeps the text as typed until the user leaves, while the value is always current. */
export function TypedField<Value>(props: TypedFieldProps<Value>) {
  const { value = null, onChange, onBlur, toText, parse, unreadable, ...rest } = props;
  const [typed, setTyped] = useState<string | null>(null);
  // A value that was cleared from outside clears its text.
  const isTakenAway = props.value === null && typed !== null && (parse(typed) ?? null) !== null;
  const kept = isTakenAway ? null : typed;
  const text = kept ?? (value === null || Object.is(value, unreadable) ? '' : toText(value));
  return (
    <TextInput
      {...rest}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        const parsed = parse(next);
        onChange?.(parsed === undefined ? unreadable : parsed);
      }}
      onBlur={(event) => {
        if (typed !== null && parse(typed) !== undefined) setTyped(null);
        (onBlur as ((event: unknown) => void) | undefined)?.(event);
      }}
    />
  );
}
