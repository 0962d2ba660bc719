import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { onSessionEnd } from '../../core/session/session.ts';

export interface Question {
  title: string;
  /** The consequences of the action. */
  text?: ReactNode;
  /** The verb on the button. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** The action is an exception: its button is secondary, and the primary one closes the dialog. */
  isException?: boolean;
}
let pending: { question: Question; answer: (yes: boolean) => void } | null = null;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Asks before an action that is hard to undo: `if (await confirm({ … })) …`. */
export function confirm(question: Question): Promise<boolean> {
  pending?.answer(false);
  return new Promise((resolve) => {
    pending = { question, answer: resolve };
    changed();
  });
}
function answer(yes: boolean): void {
  pending?.answer(yes);
  pending = null;
  changed();
}
onSessionEnd(() => answer(false));
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const ConfirmModal = later(() => import('./confirm-modal.tsx').then((module) => module.ConfirmModal));

/** Shows the questions of `confirm`. Rendered once, by the shell. */
export function ConfirmDialog() {
  const current = useSyncExternalStore(subscribe, () => pending);
  const [question, setQuestion] = useState<Question>();
  // The question stays visible while the dialog closes.
  if (current && current.question !== question) setQuestion(current.question);
  if (!question) return null;
  return (
    <Suspense>
      <ConfirmModal opened={current !== null} question={question} answer={answer} />
    </Suspense>
  );
}
