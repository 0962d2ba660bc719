import type { Ref } from '@aisle/contract/core/fields';
import { foldText } from '@aisle/contract/core/fold-text';
import { useState } from 'react';
import { isApiError, messageOf } from '../../../core/api-error.ts';

/** Creates a record from the name that the user typed. Resolves to null if the user changed their mind. */
export type CreateByName = (name: string) => Promise<Ref | null>;

/** The value of the option; no ID contains a space. */
const newValue = 'new record';

interface CreateOptionProps {
  /** Undefined if the user can't create records. */
  create: CreateByName | undefined;
  text: string;
  /** The names that the search found; undefined while it runs. */
  found: readonly string[] | undefined;
  onCreated: (record: Ref) => void;
}
/**
 * The last option of a select, 'Create "Pantry"', if no record has the name. Errors appear at the field until the text
 * changes.
 */
export function useCreateOption({ create, text, found, onCreated }: CreateOptionProps) {
  const [isCreating, setCreating] = useState(false);
  const [failed, setFailed] = useState<{ text: string; message: string } | null>(null);
  const name = text.trim().replace(/\s+/g, ' ');
  const isOffered =
    create !== undefined && name !== '' && found?.every((one) => foldText(one) !== foldText(name)) === true;

  async function run(): Promise<void> {
    if (!create || isCreating) return;
    setCreating(true);
    try {
      const record = await create(name);
      setFailed(null);
      if (record) onCreated(record);
    } catch (error) {
      const field = isApiError(error) ? error.fields[0]?.message : undefined;
      setFailed({ text: name, message: `${name}: ${field ?? messageOf(error)}` });
    } finally {
      setCreating(false);
    }
  }
  return {
    options: isOffered ? [{ value: newValue, label: `Create "${name}"` }] : [],
    /** Creates the record if the value is that of this option. */
    takes: (value: string | null): boolean => {
      if (value !== newValue) return false;
      void run();
      return true;
    },
    isCreating,
    error: failed && (name === '' || name === failed.text) ? failed.message : undefined,
  };
}
