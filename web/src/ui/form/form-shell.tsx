import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode, SyntheticEvent } from 'react';
import { midSentence, whenText } from '../values/when.ts';
import { ConflictPanel } from './drafts/conflict-panel.tsx';
import { useFormDraft } from './drafts/use-form-draft.ts';
import classes from './form.module.css';
import { useSaveKey } from './use-save-key.ts';
import type { FormFace } from './use-zod-form.ts';

interface FormShellProps {
  className?: string | undefined;
  form: FormFace;
  label: string;
  onSubmit: () => void;
  /** False if the fields contain data that no browser should store. */
  keepsDraft?: boolean;
  children: ReactNode;
}

/** The form element and its save keys: Ctrl/Cmd+S from anywhere, Ctrl/Cmd+Enter from inside. */
export function FormShell({ className, form, label, onSubmit, keepsDraft = true, children }: FormShellProps) {
  const { pathname } = useLocation();
  const draft = useFormDraft(form, keepsDraft ? `${pathname} ${label} ${form.recordId ?? ''}` : undefined);
  const submitLatest = useSaveKey(onSubmit);
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  }
  return (
    <form
      ref={form.element}
      className={className}
      aria-label={label}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
      }}
    >
      <ConflictPanel form={form} onSettled={() => requestAnimationFrame(submitLatest)} />
      {draft.restoredAt !== null && (
        <div className={`row wrap gap-1 gap-x-2 text-sm ${classes.restored}`} role="status">
          Unsaved changes from {midSentence(whenText(new Date(draft.restoredAt).toISOString()))} were
          restored.
          <Button variant="subtle" size="compact-sm" color="teal" onClick={draft.discard}>
            Discard them
          </Button>
        </div>
      )}
      {children}
    </form>
  );
}
