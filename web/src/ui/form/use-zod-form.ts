import { fieldErrors } from '@aisle/contract/core/envelope';
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { isApiError } from '../../core/api-error.ts';
import { byRecord } from './by-record.ts';
import { changedPaths } from './changes.ts';
import { findConflicts, joined, partsAt } from './drafts/merge.ts';
import { type Base, useFormBase, useNewerRecord, type Versioned, withTypedSince } from './use-form-base.ts';

export type Values = { [name: string]: unknown };

type KeysOf<Output> = Output extends unknown ? keyof Output : never;
/** A value for every field of the form's schema: a form without one of them does not compile. */
type FieldsOf<Schema extends z.ZodType> = Record<KeysOf<z.output<Schema>>, unknown>;

/** Another user saved the same record meanwhile, and changed the same fields to different values. */
export interface Conflict {
  /** Their record, and as the fields of this form. */
  record: unknown;
  /** Both sides, lists of records by their ids. */
  mine: Values;
  remote: Values;
  /** The fields in question. */
  paths: string[];
  /** Keeps mine at these, takes theirs at the others; what only one of us changed is kept either way. */
  settle: (mine: readonly string[]) => void;
}

/** What is in the fields, and what was read. */
export interface FormState {
  values: Values;
  base: Base<Values>;
}

/** What the pages around a form need of it, whatever its fields. */
export interface FormFace extends FormState {
  /** The record that is edited; none for a new one. */
  recordId: string | undefined;
  isNew: boolean;
  errors: FormErrors;
  /** The paths that differ from what was read. */
  changed: string[];
  conflict: Conflict | null;
  isSaving: boolean;
  /** Back to what was read. */
  restart: () => void;
  /** Goes on from another state: a draft. */
  resume: (state: FormState) => void;
  /** The form element, so that focus can go to what is wrong. */
  element: (node: HTMLFormElement | null) => void;
}
/** Answers null if nothing was saved because the person decided against it: their changes stay unsaved. */
export type Save<Output, Saved> = (
  values: Output,
  version: number,
  changed: Partial<Output>,
) => Promise<Saved>;
export interface Submits<Output> {
  /**
   * Checks, then saves; field errors of the server land at their fields. Answers what `save` answers, or
   * nothing when there is something to mend, of which the first is focused. `changed` holds those of the
   * values that differ from what was read: all that an edit has to send, so that it clashes with no other.
   */
  submit: <Saved>(save: Save<Output, Saved>) => Promise<Saved | undefined>;
}
interface Rebases<Record> {
  /** Goes on from what was saved, in a form that stays open: what was typed since is an unsaved change. */
  rebase: (saved: Record) => void;
}
export type ZodForm<Input extends Values, Output> = UseFormReturnType<Input> & FormFace & Submits<Output>;

/**
 * A form checked by the schema the server uses. `toValues` says what the fields hold for a record or, given
 * none, for a new one:
 *
 *   const form = useZodForm(BrandInput, (brand?: Brand) => ({ name: brand?.name ?? '' }), brand);
 *
 * A newer version of the record is shown as long as nothing is typed: what is typed outlives what others save.
 */
export function useZodForm<Schema extends z.ZodType, Input extends Values, Record extends Versioned>(
  schema: Schema,
  toValues: (record?: Record) => Input & FieldsOf<Schema>,
  record?: Record,
): ZodForm<Input, z.output<Schema>> & Rebases<Record> {
  const { base, latestBase, startFrom } = useFormBase<Input>(() => ({
    values: toValues(record),
    version: record?.version ?? 0,
  }));
  const [theirRecord, setTheirRecord] = useState<Record | null>(null);
  const [isSaving, setSaving] = useState(false);
  const node = useRef<HTMLFormElement | null>(null);
  const form = useForm<Input>({ initialValues: base.values, validateInputOnBlur: true, validate: check });
  const changed = useMemo(() => changedPaths(base.values, form.values), [base, form.values]);

  function check(values: Input): Errors {
    const result = schema.safeParse(values);
    return result.success ? {} : byPath(fieldErrors(result.error));
  }

  function show(errors: Errors): void {
    form.setErrors(errors);
    // After the errors are drawn.
    requestAnimationFrame(() => focusFirst(node.current, errors));
  }

  const submit: Submits<z.output<Schema>>['submit'] = async (save) => {
    if (isSaving || theirRecord) return undefined;
    setSaving(true);
    try {
      return await attempt(save, form.values, base);
    } finally {
      setSaving(false);
    }
  };

  /** Where another user changed other fields meanwhile, saves again with both: there is no conflict. */
  async function attempt<Saved>(
    save: Save<z.output<Schema>, Saved>,
    values: Input,
    from: Base<Input>,
    isAgain = false,
  ): Promise<Saved | undefined> {
    const parsed = schema.safeParse(values);
    if (!parsed.success) {
      show(check(values));
      return undefined;
    }
    try {
      const was = schema.safeParse(from.values).data ?? {};
      // A field may decide about another: a switch about the hours below it.
      const paths = [...changedPaths(from.values, values), ...changedPaths(was, parsed.data)];
      const sent = partsAt(parsed.data as object, paths) as Partial<z.output<Schema>>;
      const saved = await save(parsed.data, from.version, sent);
      form.clearErrors();
      if (saved !== null) startFrom({ ...latestBase.current, values });
      return saved;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'version-stale' && error.data) return meet(save, values, from, error.data, isAgain);
      if (error.fields.length > 0) show(byPath(error.fields));
      return undefined;
    }
  }

  async function meet<Saved>(
    save: Save<z.output<Schema>, Saved>,
    values: Input,
    from: Base<Input>,
    data: unknown,
    isAgain: boolean,
  ): Promise<Saved | undefined> {
    const current = data as Record;
    const now = { values: toValues(current), version: current.version };
    const sides = byRecord({ base: from.values, mine: values, remote: now.values });
    const { base: was, mine, remote, back } = sides;
    if (isAgain || findConflicts(was, mine, remote).length > 0) {
      setTheirRecord(current);
      return undefined;
    }
    const together = back(joined(remote, mine, changedPaths(was, mine)));
    startFrom(now);
    form.setValues(withTypedSince(values, form.getValues(), together));
    return attempt(save, together, now, true);
  }

  function rebase(saved: Record): void {
    const now = { values: toValues(saved), version: saved.version };
    form.setValues(withTypedSince(latestBase.current.values, form.getValues(), now.values));
    startFrom(now);
  }

  useNewerRecord(record, base.version, changed.length === 0 && !isSaving && !theirRecord, rebase);

  function conflictWith(current: Record): Conflict {
    const now = toValues(current);
    const { base: was, mine, remote, back } = byRecord({ base: base.values, mine: form.values, remote: now });
    const paths = findConflicts(was, mine, remote);
    return {
      record: current,
      mine,
      remote,
      paths,
      settle: (wanted) => {
        const kept = changedPaths(was, mine).filter((path) => !isWithin(path, paths));
        startFrom({ values: now, version: current.version });
        form.setValues(back(joined(remote, mine, [...kept, ...wanted])));
        form.clearErrors();
        setTheirRecord(null);
      },
    };
  }

  return Object.assign(form, {
    base,
    recordId: record?._id,
    isNew: record === undefined,
    changed,
    conflict: theirRecord && conflictWith(theirRecord),
    isSaving,
    restart: () => {
      form.setValues(base.values);
      form.clearErrors();
    },
    resume: (state: FormState) => {
      // A draft has the fields of the form that it was kept for.
      startFrom(state.base as Base<Input>);
      form.setValues(state.values as Input);
      form.clearErrors();
    },
    element: (element: HTMLFormElement | null) => {
      node.current = element;
    },
    submit,
    rebase,
  });
}

const isWithin = (path: string, paths: readonly string[]): boolean =>
  paths.some((one) => path === one || path.startsWith(`${one}.`));

interface Errors {
  [path: string]: string;
}
const byPath = (fields: readonly { path: string; message: string }[]): Errors =>
  Object.fromEntries(fields.map(({ path, message }) => [path, message]));

/** The first wrong field from the top, whatever order the errors came in. */
function focusFirst(form: HTMLFormElement | null, errors: Errors): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
  const wrong = fields.find((field) => (field.dataset.path ?? '') in errors);
  const target = wrong?.matches(focusable) ? wrong : wrong?.querySelector<HTMLElement>(focusable);
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
}
const focusable = 'input:not([type="hidden"]), textarea, select, button, [role="gridcell"]';
