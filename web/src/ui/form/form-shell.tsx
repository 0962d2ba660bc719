import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { ConflictPanel } from './conflict-panel.tsx';
import type { FormFace } from './use-zod-form.ts';

interface FormShellProps {
  className?: string | undefined;
  form: FormFace;
  label: string;
  onSubmit: () => void;
  children: ReactNode;
}

/** The form element, with the keys that save: Ctrl/Cmd+S from anywhere, Ctrl/Cmd+Enter from inside. */
export function FormShell({ className, form, label, onSubmit, children }: FormShellProps) {
  const latest = useRef(onSubmit);
  latest.current = onSubmit;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
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
      <ConflictPanel form={form} onSettled={() => requestAnimationFrame(() => latest.current())} />
      {children}
    </form>
  );
}
