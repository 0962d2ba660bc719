import { fieldErrors } from '@aisle/contract/core/envelope';
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { isApiError } from '../../core/api-error.ts';
import { changedPaths, valueAt } from './changes.ts';

export type Values = { [name: string]: unknown };
interface Versioned {
  version: number;
}

/** Somebody else saved the same record meanwhile. */
export interface Conflict {
  /** Their record, as the fields of this form. */
  theirs: Values;
  /** What they changed since this form was filled in. */
  paths: string[];
  keepMine: () => void;
  takeTheirs: () => void;
}

/** What the pages around a form need of it, whatever its fields. */
export interface FormFace {
  values: Values;
  errors: FormErrors;
  /** The paths that differ from what was read. */
  changed: string[];
  conflict: Conflict | null;
  isSaving: boolean;
  /** Back to what was read. */
  startOver: () => void;
  /** The form element, so that focus can go to what is wrong. */
  element: (node: HTMLFormElement | null) => void;
}
export interface Submits<Output> {
  /**
   * Checks, then saves; field errors of the server land at their fields. Answers what `save` answers, or
   * nothing when there is something to mend, of which the first is focused.
   */
  submit: <Saved>(save: (values: Output, version: number) => Promise<Saved>) => Promise<Saved | undefined>;
}
export type ZodForm<Input extends Values, Output> = UseFormReturnType<Input> & FormFace & Submits<Output>;

/**
 * A form checked by the schema the server uses. `toValues` says what the fields hold for a record or, given
 * none, for a new one:
 *
 *   const form = useZodForm(BrandInput, (brand?: Brand) => ({ name: brand?.name ?? '' }), brand);
 */
export function useZodForm<Schema extends z.ZodType, Input extends Values, Record extends Versioned>(
  schema: Schema,
  toValues: (record?: Record) => Input,
  record?: Record,
): ZodForm<Input, z.output<Schema>> {
  const [base, setBase] = useState(() => ({ values: toValues(record), version: record?.version ?? 0 }));
  const [theirRecord, setTheirRecord] = useState<Record | null>(null);
  const [isSaving, setSaving] = useState(false);
  const node = useRef<HTMLFormElement | null>(null);
  const form = useForm<Input>({ initialValues: base.values, validateInputOnBlur: true, validate: check });
  const changed = useMemo(() => changedPaths(base.values, form.values), [base, form.values]);

  function check(values: Input): { [path: string]: string } {
    const result = schema.safeParse(values);
    if (result.success) return {};
    return Object.fromEntries(fieldErrors(result.error).map(({ path, message }) => [path, message]));
  }

  function show(errors: { [path: string]: string }): void {
    form.setErrors(errors);
    // After the errors are drawn: the first wrong field from the top, whatever order they came in.
    requestAnimationFrame(() => {
      const fields = [...(node.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
      const wrong = fields.find((field) => (field.dataset.path ?? '') in errors);
      const target = wrong?.matches(focusable) ? wrong : wrong?.querySelector<HTMLElement>(focusable);
      target?.focus();
      target?.scrollIntoView({ block: 'center' });
    });
  }

  const submit: Submits<z.output<Schema>>['submit'] = async (save) => {
    if (isSaving) return undefined;
    const parsed = schema.safeParse(form.values);
    if (!parsed.success) {
      show(check(form.values));
      return undefined;
    }
    setSaving(true);
    try {
      const saved = await save(parsed.data, base.version);
      form.clearErrors();
      setBase((before) => ({ ...before, values: form.values }));
      return saved;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'version-stale' && error.data) setTheirRecord(error.data as Record);
      if (error.fields.length > 0) {
        show(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
      }
      return undefined;
    } finally {
      setSaving(false);
    }
  };

  function conflictWith(current: Record): Conflict {
    const theirs = toValues(current);
    const paths = changedPaths(base.values, theirs);
    const settle = (mine: readonly string[]) => {
      const before = form.values;
      setBase({ values: theirs, version: current.version });
      form.setValues(theirs);
      for (const path of mine) form.setFieldValue(path as never, valueAt(before, path) as never);
      setTheirRecord(null);
    };
    return {
      theirs,
      paths,
      // What I did not touch is theirs either way: only what I changed is in question.
      keepMine: () => settle(changed),
      takeTheirs: () => settle(changed.filter((path) => !paths.includes(path))),
    };
  }

  return Object.assign(form, {
    changed,
    conflict: theirRecord && conflictWith(theirRecord),
    isSaving,
    startOver: () => {
      form.setValues(base.values);
      form.clearErrors();
    },
    element: (element: HTMLFormElement | null) => {
      node.current = element;
    },
    submit,
  });
}
const focusable = 'input:not([type="hidden"]), textarea, select, button';
