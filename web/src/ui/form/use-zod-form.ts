import { fieldErrors } from '@aisle/contract/core/envelope';
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { isApiError } from '../../core/api-error.ts';
import { byRecord } from './by-record.ts';
import { changedPaths } from './changes.ts';
import { findConflicts, joined, partsAt } from './drafts/merge.ts';
import { type Base, useFormBase, useNewerRecord, type Versioned, withLaterInput } from './use-form-base.ts';

export type Values = { [name: string]: unknown };

type KeysOf<Output> = Output extends unknown ? keyof Output : never;
/** Requires a value for every field of the form's schema: a form that lacks one doesn't compile. */
type FieldsOf<Schema extends z.ZodType> = Record<KeysOf<z.output<Schema>>, unknown>;

/** Another user saved the same record in the meantime and changed the same fields to different values. */
export interface Conflict {
  /** The other user's record. */
  record: unknown;
  /** The values of both sides; lists of records are keyed by ID. */
  mine: Values;
  remote: Values;
  /** The conflicting fields. */
  paths: string[];
  /** Keeps our values at these paths and the other user's at the others; changes by only one side are kept either way. */
  settle: (mine: readonly string[]) => void;
}

/** The field values, and the values as loaded. */
export interface FormState {
  values: Values;
  base: Base<Values>;
}

/** The parts of a form that the pages around it use, independent of its fields. */
export interface FormFace extends FormState {
  /** The edited record; undefined for a new one. */
  recordId: string | undefined;
  isNew: boolean;
  errors: FormErrors;
  /** The paths that differ from the loaded values. */
  changed: string[];
  conflict: Conflict | null;
  isSaving: boolean;
  /** Resets the fields to the loaded values. */
  restart: () => void;
  /** Continues from another state, such as a draft. */
  resume: (state: FormState) => void;
  /** The ref of the form element, used to focus invalid fields. */
  element: (node: HTMLFormElement | null) => void;
}
/** Returns null if the user decided not to save: their changes stay unsaved. */
export type Save<Output, Saved> = (
  values: Output,
  version: number,
  changed: Partial<Output>,
) => Promise<Saved>;
export interface Submits<Output> {
  /**
   * Validates, then saves; the server's field errors appear at their fields. Returns the result of `save`, or undefined if
   * there are errors, of which it focuses the first. `changed` contains the values that differ from the loaded ones: an edit
   * sends only these, so that it conflicts with no other edit.
   */
  submit: <Saved>(save: Save<Output, Saved>) => Promise<Saved | undefined>;
}
interface Rebases<Record> {
  /** Continues from the saved record in a form that stays open: anything typed since is an unsaved change. */
  rebase: (saved: Record) => void;
}
export type ZodForm<Input extends Values, Output> = UseFormReturnType<Input> & FormFace & Submits<Output>;

/**
 * A form validated by the same schema as on the server. `toValues` returns the field values for a record, or for a
 * new one without an argument:
 *
 *   const form = useZodForm(BrandInput, (brand?: Brand) => ({ name: brand?.name ?? '' }), brand);
 *
 * Shows a newer version of the record while there are no unsaved changes: other users' edits never replace those.
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
    // Waits until the errors are rendered.
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

  /** If another user changed other fields in the meantime, saves again with both changes: there is no conflict. */
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
      // One field can affect the parsed value of another, as a switch does with the hours below it.
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
    form.setValues(withLaterInput(values, form.getValues(), together));
    return attempt(save, together, now, true);
  }

  function rebase(saved: Record): void {
    const now = { values: toValues(saved), version: saved.version };
    form.setValues(withLaterInput(latestBase.current.values, form.getValues(), now.values));
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
      // A draft has the fields of the form it was stored for.
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

/** Focuses the first invalid field from the top, regardless of the order of the errors. */
function focusFirst(form: HTMLFormElement | null, errors: Errors): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
  const wrong = fields.find((field) => (field.dataset.path ?? '') in errors);
  const target = wrong?.matches(focusable) ? wrong : wrong?.querySelector<HTMLElement>(focusable);
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
}
const focusable = 'input:not([type="hidden"]), textarea, select, button, [role="gridcell"]';
