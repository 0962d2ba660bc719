import { TextInput } from '@mantine/core';
import { LocationSelect } from '../../links/locations/location-select.tsx';
import type { TransferDraft } from './form/transfer-lines.ts';
import classes from './transfers.module.css';

interface TransferHeadProps {
  draft: TransferDraft;
  onChange: (change: (before: TransferDraft) => TransferDraft) => void;
  /** Where the goods come from stays what it was. */
  fixedFrom: boolean;
  fromError: string | undefined;
  toError: string | undefined;
}

/** From where to where, and a note. */
export function TransferHead({ draft, onChange, fixedFrom, fromError, toError }: TransferHeadProps) {
  return (
    <div className={classes.head}>
      <LocationSelect
        label="From"
        withAsterisk
        disabled={fixedFrom}
        value={draft.fromLocationId}
        current={draft.fromLocationId ? { _id: draft.fromLocationId, name: draft.fromName } : null}
        onChange={(id, option) =>
          onChange((before) => ({
            ...before,
            fromLocationId: id,
            fromName: option?.label ?? '',
            lines: before.lines.map((line) => ({ ...line, available: null })),
          }))
        }
        error={fromError}
      />
      <LocationSelect
        label="To"
        withAsterisk
        value={draft.toLocationId}
        current={draft.toLocationId ? { _id: draft.toLocationId, name: draft.toName } : null}
        onChange={(id, option) =>
          onChange((before) => ({ ...before, toLocationId: id, toName: option?.label ?? '' }))
        }
        error={toError}
      />
      <TextInput
        label="Note"
        maxLength={500}
        value={draft.note}
        onChange={(event) => {
          const note = event.currentTarget.value;
          onChange((before) => ({ ...before, note }));
        }}
      />
    </div>
  );
}
