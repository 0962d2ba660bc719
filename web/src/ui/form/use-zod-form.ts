import { fieldErrors } from '@aisle/contract/core/envelope';
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { isApiError } from '../../core/api-error.ts';
import { byRecord } from './by-record.ts';
import { changedPaths } from './changes.ts';
import { clashesOf, joined, partsAt } from './merge.ts';

export type Values = { [name: string]: unknown };
interface Versioned {
  version: number;
}

/** Somebody else saved the same record meanwhile, and changed to something else what is changed here. */
export interface Conflict {
  /** Their record, and as the fields of this form. */
  record: unknown;
  /** Both sides, lists of records by their ids. */
  mine: Values;
  theirs: Values;
  /** The fields in question. */
  paths: string[];
  /** Keeps mine at these, takes theirs at the others; what only one of us changed stands either way. */
  settle: (mine: readonly string[]) => void;
}

interface Base<Input> {
  values: Input;
  version: number;
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
  const [base, setBase] = useState<Base<Input>>(() => ({
    values: toValues(record),
    version: record?.version ?? 0,
  }));
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
    if (isSaving || theirRecord) return undefined;
    setSaving(true);
    try {
      return await attempt(save, form.values, base);
    } finally {
      setSaving(false);
    }
  };

  /** Where somebody else was faster at other fields, once more with theirs: there is nothing to ask. */
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
      const was = schema.safeParse(from.values);
      // A field may stand for another: a switch for the hours below it.
      const paths = [...changedPaths(from.values, values), ...changedPaths(was.data ?? {}, parsed.data)];
      const sent = partsAt(parsed.data as object, paths);
      const saved = await save(parsed.data, from.version, sent as Partial<z.output<Schema>>);
      form.clearErrors();
      setBase((before) => ({ ...before, values }));
      return saved;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'version-stale' && error.data) return meet(save, values, from, error.data, isAgain);
      if (error.fields.length > 0) {
        show(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
      }
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
    const {
      base: was,
      mine,
      theirs,
      back,
    } = byRecord({ base: from.values, mine: values, theirs: now.values });
    if (isAgain || clashesOf(was, mine, theirs).length > 0) {
      setTheirRecord(current);
      return undefined;
    }
    const together = back(joined(theirs, mine, changedPaths(was, mine)));
    setBase(now);
    form.setValues(together);
    return attempt(save, together, now, true);
  }

  function conflictWith(current: Record): Conflict {
    const now = toValues(current);
    const { base: was, mine, theirs, back } = byRecord({ base: base.values, mine: form.values, theirs: now });
    const paths = clashesOf(was, mine, theirs);
    const isOpen = (path: string) => paths.some((one) => path === one || path.startsWith(`${one}.`));
    return {
      record: current,
      mine,
      theirs,
      paths,
      settle: (wanted) => {
        const kept = changedPaths(was, mine).filter((path) => !isOpen(path));
        setBase({ values: now, version: current.version });
        form.setValues(back(joined(theirs, mine, [...kept, ...wanted])));
        form.clearErrors();
        setTheirRecord(null);
      },
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
const focusable = 'input:not([type="hidden"]), textarea, select, button, [role="gridcell"]';
