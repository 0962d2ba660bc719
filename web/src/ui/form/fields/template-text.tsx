import { type TemplateFields, unknownField } from '@aisle/contract/core/templates';
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { MenuButton } from '../../menu-button.tsx';
import classes from './template-text.module.css';

interface TemplateTextProps {
  label: string;
  fields: TemplateFields;
  value?: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  description?: ReactNode;
  placeholder?: string;
  maxLength?: number;
  /** A field with several lines. */
  isLong?: boolean;
  withAsterisk?: boolean;
  disabled?: boolean;
}

/** A text with fields, for example {{customer.firstName}}, which a menu inserts at the cursor. */
export function TemplateText({
  label,
  fields,
  isLong,
  value = '',
  onChange,
  onBlur,
  ...props
}: TemplateTextProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);

  function insert(name: string): void {
    const node = input.current;
    const [from, to] = [node?.selectionStart ?? value.length, node?.selectionEnd ?? value.length];
    const field = `{{${name}}}`;
    onChange(value.slice(0, from) + field + value.slice(to));
    // The menu returns the focus to its button first.
    setTimeout(() => {
      node?.focus();
      node?.setSelectionRange(from + field.length, from + field.length);
    }, 50);
  }
  const shared = {
    ...props,
    // Shown while typing, before the user leaves the field.
    error: props.error ?? unknownField(value, fields),
    value,
    ref: input,
    'aria-label': label,
    ...(onBlur && { onBlur }),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <div>
      <Group justify="space-between" align="flex-end" mb={2} wrap="nowrap">
        <span className="text-sm medium" aria-hidden>
          {label}
          {props.withAsterisk && <span className={classes.required}> *</span>}
        </span>
        <MenuButton
          button={
            <Button
              variant="subtle"
              color="teal"
              size="compact-xs"
              leftSection={<IconBraces size={14} />}
              disabled={props.disabled ?? false}
              aria-label={`Insert field into ${label.toLowerCase()}`}
            >
              Insert field
            </Button>
          }
          width={280}
          entries={Object.entries(fields).map(([name, text]) => ({
            label: text,
            onClick: () => insert(name),
          }))}
        />
      </Group>
      {isLong ? <Textarea {...shared} autosize minRows={6} maxRows={24} /> : <TextInput {...shared} />}
    </div>
  );
}
