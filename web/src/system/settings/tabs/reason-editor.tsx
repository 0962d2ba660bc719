import type { Reason } from '@aisle/contract/system/settings';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AddButton } from '../../../ui/form/add-button.tsx';
import { RemoveButton } from '../../../ui/form/remove-button.tsx';
import { moved } from '../../../ui/form/reorder.ts';
import classes from '../settings.module.css';

interface ReasonEditorProps {
  label: string;
  /** The singular of the entries. */
  noun?: string;
  path: string;
  reasons: readonly Reason[];
  onChange: (reasons: Reason[]) => void;
  errors: Record<string, ReactNode>;
}

/** Edits a list of reasons or other names: rename, sort, add and remove. */
export function ReasonEditor({ label, noun = 'reason', path, reasons, onChange, errors }: ReasonEditorProps) {
  return (
    <>
      {reasons.map(({ _id, name }, at) => (
        <div key={_id} className={classes.reason}>
          <TextInput
            aria-label={`${label}, ${noun} ${at + 1}`}
            data-path={`${path}.${at}.name`}
            maxLength={120}
            value={name}
            error={errors[`${path}.${at}.name`]}
            onChange={(event) =>
              onChange(
                reasons.map((one) => (one._id === _id ? { _id, name: event.currentTarget.value } : one)),
              )
            }
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Move up: ${name}`}
            disabled={at === 0}
            onClick={() => onChange(moved(reasons, at, at - 1))}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Move down: ${name}`}
            disabled={at === reasons.length - 1}
            onClick={() => onChange(moved(reasons, at, at + 1))}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
          <RemoveButton
            label={`Remove: ${name}`}
            onClick={() => onChange(reasons.filter((one) => one._id !== _id))}
          />
        </div>
      ))}
      <AddButton
        disabled={reasons.length >= 50}
        onClick={() => onChange([...reasons, { _id: crypto.randomUUID(), name: '' }])}
      >
        Add {noun}
      </AddButton>
    </>
  );
}
